import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';

/** The address of a server, or the words of a command that starts one. */
export type Target = { readonly url: URL; readonly headers: Readonly<Record<string, string>> } | readonly string[];

/** A server that could not be connected to. */
export function unreachable(target: Target, cause: unknown): Problem {
  const summary = `The server at ${nameOf(target)} cannot be reached, or does not speak the protocol`;
  const fix =
    'url' in target
      ? 'Start it, and look at its address, the path included'
      : 'Run the command by itself, and see what it says';
  return problem('server-unreachable', summary, { cause, fix });
}

/** Says what is wrong with a server that was connected to. What it says itself, by the protocol, is thrown as it is. */
export function serverFault(error: unknown, target: Target): unknown {
  const { code } = Object(error) as { readonly code?: unknown };
  if (typeof code === 'number' || error instanceof Problem) return error;
  const isAnswer = !(error instanceof SdkError) || error.code === SdkErrorCode.InvalidResult;
  if (isAnswer) return invalidAnswer(target, error);
  const summary = `The server at ${nameOf(target)} has gone, or answers no more`;
  return problem('server-unreachable', summary, { cause: error, fix: 'See what the server says of it' });
}

/** An answer that the protocol does not have. */
function invalidAnswer(target: Target, cause: unknown): Problem {
  const summary = `The server at ${nameOf(target)} gives an answer that the protocol does not have`;
  return problem('answer-invalid', summary, { cause, fix: 'Tell its authors, and see what the server says of it' });
}

function problem(code: string, summary: string, { cause, fix }: { readonly cause: unknown; readonly fix: string }) {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Problem({ code, summary, why, fix, exitCode: ExitCode.connection, cause });
}

function nameOf(target: Target): string {
  return 'url' in target ? target.url.href : (target[0] ?? '');
}
