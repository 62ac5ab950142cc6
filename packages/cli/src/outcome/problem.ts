import type { ProjectProblem, SourcePlace } from '../playground/options.js';
import { styled } from '../terminal/terminal.js';

export interface ProblemOptions extends Omit<ProjectProblem, 'severity'> {
  /** Further problems with the same cause. */
  readonly others?: readonly ProblemOptions[];
  /** Further facts, for programs. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** @default 1 */
  readonly exitCode?: ExitCode;
  readonly cause?: unknown;
}

/** An expected failure of a command, with a message for the user. Any other error is a bug. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly options: ProblemOptions;

  constructor(options: ProblemOptions) {
    super(options.summary, { cause: options.cause });
    this.options = options;
  }

  get exitCode(): ExitCode {
    return this.options.exitCode ?? ExitCode.failed;
  }
}

/** A problem as text for a terminal. */
export function problemText(problem: ProblemOptions): string {
  return [problem, ...(problem.others ?? [])].map(oneText).join('\n\n');
}

function oneText({ code, summary, why, fix, where, frame, section }: ProblemOptions): string {
  const place = where === undefined ? [] : [styled('cyan', placeText(where))];
  const lines = [
    `${styled('red', 'error')} ${summary} ${styled('dim', `[${code}]`)}`,
    ...place,
    ...[why, frame].filter((part) => part !== undefined && part !== ''),
    ...(fix === undefined ? [] : [`${styled('green', 'fix')} ${fix}`]),
    ...(section === undefined ? [] : [styled('dim', `See ${section}`)]),
  ];
  return lines.join('\n');
}

/** A place as editors and terminals read it: `src/review.ts:12:3`. */
export function placeText({ path, line, column }: SourcePlace): string {
  return [path, line, column].filter((part) => part !== undefined).join(':');
}

/** Creates the problem of an invalid command line. */
export function usage(code: string, summary: string, fix: string): Problem {
  return new Problem({ code, summary, fix, exitCode: ExitCode.usage });
}

/** The exit codes of commands. */
export const ExitCode = {
  done: 0,
  /** The command ran, and failed: a rejected call, findings of the check, a version that is too low. */
  failed: 1,
  /** The command line is wrong or incomplete. */
  usage: 2,
  /** The project cannot be loaded: no config, a syntax error, a faulty definition. */
  project: 3,
  /** The server cannot be reached, or does not use the protocol. */
  connection: 4,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
  /** SIGTERM, as shells count it. */
  terminated: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The code of an error of the system, such as `ENOENT`; `undefined` for other errors. */
export function systemCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
  return isCoded ? String(error.code) : undefined;
}

/** The code of a system error and its meaning, such as `ENOENT: no such file or directory`, without the call and the path. */
function systemReason(error: unknown): string | undefined {
  return (
    systemCode(error) &&
    String(error)
      .replace(/^Error: /, '')
      .split(',', 1)[0]
  );
}

/**
 * Reads or writes a file or a folder.
 * @param shown its path for users
 * @throws {Problem} `file-inaccessible` if the system rejects the access
 */
export async function accessing<Result>(shown: string, access: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await access();
  } catch (cause) {
    const reason = systemReason(cause);
    if (reason === undefined) throw cause;
    throw new Problem({
      code: 'file-inaccessible',
      summary: `${shown} cannot be read or written (${reason})`,
      fix: 'Check the path, and its owner and permissions',
      cause,
    });
  }
}
