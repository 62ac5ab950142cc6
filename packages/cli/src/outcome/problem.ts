import type { ProjectProblem, SourcePlace } from '../playground/options.js';
import { styled } from '../terminal/terminal.js';

export interface ProblemOptions extends Omit<ProjectProblem, 'severity'> {
  /** What else is wrong, where one cause has several problems. */
  readonly others?: readonly ProblemOptions[];
  /** Further facts, for programs. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** @default 1 */
  readonly exitCode?: ExitCode;
  readonly cause?: unknown;
}

/** What ends a command, in words for its user. Everything else that is thrown is a fault of ours. */
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

/** A problem in words, for a terminal. */
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

/** A command line that cannot be meant. */
export function usage(code: string, summary: string, fix: string): Problem {
  return new Problem({ code, summary, fix, exitCode: ExitCode.usage });
}

/** What commands exit with. */
export const ExitCode = {
  done: 0,
  /** The command ran, and the answer is no: a call is refused, a check finds something, a version does not fit. */
  failed: 1,
  /** The command line is wrong or incomplete. */
  usage: 2,
  /** The project cannot be loaded: no config, a syntax error, a faulty definition. */
  project: 3,
  /** The server cannot be reached, or does not speak the protocol. */
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

/** Its code and what that means, such as `ENOENT: no such file or directory`, without the call and the path. */
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
 * @param shown what users call it
 * @throws {Problem} `file-inaccessible` where the system refuses it
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
      fix: 'See what is there, who owns it, and what its folder permits',
      cause,
    });
  }
}
