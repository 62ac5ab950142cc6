import { ExitCode } from './exit-code.js';

/** A place in a file of the project. */
export interface Where {
  /** Relative to the folder of the command, with `/`. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
}

export interface ProblemOptions {
  /** Names the kind of problem, such as `config-missing`; stable, and a heading of the documentation. */
  readonly code: string;
  /** One sentence that says what is wrong, without a full stop. */
  readonly summary: string;
  /** What it follows from, if the summary does not say it. */
  readonly why?: string;
  /** What to do about it. */
  readonly fix?: string;
  readonly where?: Where;
  /** The lines around the place, with the place marked. */
  readonly frame?: string;
  /**
   * The section of the documentation that explains it.
   * @default the section of "Problems of the command line" that has the code as its heading
   */
  readonly section?: string;
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
