import type { Problem, ProblemOptions, ExitCode } from './problem.js';

/** What a command prints with `--json`: one line on stdout, whatever happens. */
export type Envelope<Data = unknown> =
  | { readonly ok: true; readonly data: Data }
  | ({ readonly ok: false; readonly exitCode: ExitCode } & Failure);

type Failure = Omit<ProblemOptions, 'cause' | 'exitCode'>;

/** What a command has found or done. */
export interface Outcome<Data = unknown> {
  /** For programs. */
  readonly data: Data;
  /** For people, on stdout. Colours are removed where they are not wanted. */
  readonly text: string;
  /** @default 0 */
  readonly exitCode?: ExitCode;
}

export function envelopeOf(problem: Problem): Envelope {
  return { ok: false, exitCode: problem.exitCode, ...failureOf(problem.options) };
}

/** The section that explains a problem; those of the parser are explained together. */
function sectionOf(code: string): string {
  return `${code.replace(/^usage-.*/, 'usage')} in "Problems of the command line"`;
}

/** A cause stays here: it may hold what was given. */
function failureOf({ cause: _cause, exitCode: _code, others, section, ...failure }: ProblemOptions): Failure {
  const explained = { ...failure, section: section ?? sectionOf(failure.code) };
  return others === undefined ? explained : { ...explained, others: others.map(failureOf) };
}
