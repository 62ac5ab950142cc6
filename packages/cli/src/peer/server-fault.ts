import { InsufficientScopeError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { Problem, type ProblemOptions, ExitCode, systemCode } from '../outcome/problem.js';
import { printableTarget, type Target } from './target.js';

/** Creates the problem of a failed connection. */
export function unreachable(target: Target, cause: unknown): Problem {
  const { summary, why, fix } = 'url' in target ? addressFault(target, cause) : commandFault(target, cause);
  return new Problem({ code: 'server-unreachable', summary, why, fix, exitCode: ExitCode.connection, cause });
}

/** Whether a server rejects messages at its address: servers of the first revision have a stream there. */
export function refusesPosts(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.status);
}

/** Turns an error of the client into a problem. Errors that the server returns stay as they are. */
export function answerFault(error: unknown, method: string): unknown {
  if (error instanceof InsufficientScopeError) {
    const fix = 'Pass a token with this scope in --header';
    return new Problem({ code: 'refused', summary: error.message, fix, cause: error });
  }
  if (!(error instanceof SdkError)) return error;
  return new Problem({ ...faultOf(error, method), cause: error });
}

function faultOf(error: SdkError, method: string): ProblemOptions {
  const exitCode = ExitCode.connection;
  const fix = 'Check the log of the server';
  switch (error.code) {
    case SdkErrorCode.InvalidResult: {
      const summary = `The response to ${method} does not follow the protocol`;
      return { code: 'answer-invalid', summary, why: issueIn(error.message), fix, exitCode };
    }
    case SdkErrorCode.RequestTimeout:
      return { code: 'server-unreachable', summary: `The server did not respond to ${method}`, fix, exitCode };
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed:
      return {
        code: 'server-unreachable',
        summary: `The server disconnected before it responded to ${method}`,
        fix,
        exitCode,
      };
    default:
      return { code: 'refused', summary: reasonOf(error) };
  }
}

/** The first issue of the JSON that the official client adds to its message. */
function issueIn(message: string): string {
  try {
    const [first] = JSON.parse(message.slice(message.indexOf('['))) as { path: unknown[]; message: string }[];
    return `${first?.path.join('.')}: ${first?.message}`;
  } catch {
    return message;
  }
}

interface ConnectionFault {
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
}

function addressFault(target: Target, cause: unknown): ConnectionFault {
  const where = printableTarget(target);
  const isClosed = cause instanceof SdkHttpError && (cause.status === 401 || cause.status === 403);
  if (isClosed)
    return {
      summary: `The server at ${where} requires authentication`,
      why: reasonOf(cause),
      fix: "Pass a credential, such as --header 'authorization: Bearer …'",
    };
  return {
    summary: `The server at ${where} cannot be reached, or is not an MCP server`,
    why: reasonOf(cause),
    fix: 'Start the server, and check the URL, including the path',
  };
}

function commandFault(target: Target, cause: unknown): ConnectionFault {
  const command = printableTarget(target);
  const system = systemCode(cause);
  if (system !== undefined)
    return {
      summary: `The command ${command} cannot be started`,
      why: system,
      fix: 'Install the command, or correct its name',
    };
  return {
    summary: `The command ${command} exited, or is not an MCP server`,
    why: reasonOf(cause),
    fix: 'Run the command by itself, and check its output. Only MCP messages may go to stdout',
  };
}

/** The reason in one line, without the body of the response and without the address. */
function reasonOf(cause: unknown): string {
  if (cause instanceof SdkHttpError) return `It returned HTTP ${cause.status} ${cause.statusText ?? ''}`.trimEnd();
  const inner = cause instanceof Error ? systemCode(rootOf(cause)) : undefined;
  const message = cause instanceof Error ? cause.message : String(cause);
  return inner ?? message.split('\n', 1)[0] ?? '';
}

function rootOf(error: Error): unknown {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
