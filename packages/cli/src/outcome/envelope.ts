import { sectionOf } from '@cuecard/core';
import type { Problem, ProblemOptions, ExitCode } from './problem.js';

/** The output of a command with `--json`: always one line on stdout. */
export type Envelope<Data = unknown> =
  | { readonly ok: true; readonly data: Data }
  | ({ readonly ok: false; readonly exitCode: ExitCode } & Failure);

type Failure = Omit<ProblemOptions, 'cause' | 'exitCode'>;

/** The result of a command. */
export interface Outcome<Data = unknown> {
  /** For programs. */
  readonly data: Data;
  /** For users, on stdout. Colours are removed if the terminal has none. */
  readonly text: string;
  /** @default 0 */
  readonly exitCode?: ExitCode;
}

export function envelopeOf(problem: Problem): Envelope {
  return { ok: false, exitCode: problem.exitCode, ...failureOf(problem.options) };
}

/** Omits the cause, which may contain arguments. Problems of the parser share one section. */
function failureOf({ cause: _cause, exitCode: _code, others, section, ...failure }: ProblemOptions): Failure {
  const explained = { ...failure, section: section ?? sectionOf(failure.code.replace(/^usage-.*/, 'usage')) };
  return others === undefined ? explained : { ...explained, others: others.map(failureOf) };
}
