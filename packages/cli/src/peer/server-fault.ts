import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { Problem, type ProblemOptions, ExitCode, systemCode } from '../outcome/problem.js';
import { shownTarget, type Target } from './target.js';

/** Why no connection came about. */
export function unreachable(target: Target, cause: unknown): Problem {
  const { summary, why, fix } = 'url' in target ? noAddress(target, cause) : noCommand(target, cause);
  return new Problem({ code: 'server-unreachable', summary, why, fix, exitCode: ExitCode.connection, cause });
}

/** Whether a server answers, and takes no messages at its address: such servers have a stream there, of the first revision. */
export function refusesPosts(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.status);
}

/** What is wrong with an answer, or why there is none; errors that a server answers with stay as they are. */
export function answerFault(error: unknown, method: string): unknown {
  if (!(error instanceof SdkError)) return error;
  return new Problem({ ...faultOf(error, method), cause: error });
}

function faultOf(error: SdkError, method: string): ProblemOptions {
  const exitCode = ExitCode.connection;
  const fix = 'See what the server logs: the fault is there';
  switch (error.code) {
    case SdkErrorCode.InvalidResult: {
      const summary = `The answer to ${method} is not as the protocol has it`;
      return { code: 'answer-invalid', summary, why: issueIn(error.message), fix, exitCode };
    }
    case SdkErrorCode.RequestTimeout:
      return { code: 'server-unreachable', summary: `The server does not answer ${method}`, fix, exitCode };
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed:
      return {
        code: 'server-unreachable',
        summary: `The server is gone, without an answer to ${method}`,
        fix,
        exitCode,
      };
    default:
      return { code: 'refused', summary: reasonOf(error) };
  }
}

/** The first of the issues that the official client lists as JSON after its own words. */
function issueIn(message: string): string {
  try {
    const [first] = JSON.parse(message.slice(message.indexOf('['))) as { path: unknown[]; message: string }[];
    return `${first?.path.join('.')}: ${first?.message}`;
  } catch {
    return message;
  }
}

interface Told {
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
}

function noAddress(target: Target, cause: unknown): Told {
  const where = shownTarget(target);
  const isClosed = cause instanceof SdkHttpError && (cause.status === 401 || cause.status === 403);
  if (isClosed)
    return {
      summary: `The server at ${where} wants to know who asks`,
      why: reasonOf(cause),
      fix: "Give what it asks for, such as --header 'authorization: Bearer …'",
    };
  return {
    summary: `The server at ${where} cannot be reached, or does not speak the protocol`,
    why: reasonOf(cause),
    fix: 'Start it, and look at its address, the path included',
  };
}

function noCommand(target: Target, cause: unknown): Told {
  const command = shownTarget(target);
  const system = systemCode(cause);
  if (system !== undefined)
    return { summary: `The command ${command} cannot be started`, why: system, fix: 'Install it, or correct its name' };
  return {
    summary: `The server that ${command} starts ends, or does not speak the protocol`,
    why: reasonOf(cause),
    fix: 'Start the command by itself, and see what it prints: over stdio, only messages may stand on stdout',
  };
}

/** In one line, without the page that a server may answer with, and without the address. */
function reasonOf(cause: unknown): string {
  if (cause instanceof SdkHttpError) return `It answers ${cause.status} ${cause.statusText ?? ''}`.trimEnd();
  const inner = cause instanceof Error ? systemCode(rootOf(cause)) : undefined;
  const message = cause instanceof Error ? cause.message : String(cause);
  return inner ?? message.split('\n', 1)[0] ?? '';
}

function rootOf(error: Error): unknown {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
