import type { ProjectProblem } from '../playground/options.js';
import { ExitCode } from './exit-code.js';

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
