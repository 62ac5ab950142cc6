import { InvalidArgumentsError } from '@cuecard/core';
import type { Verdict } from './verdict.js';

/** The faults of arguments: each argument by its name on the wire, with the rule that it breaks. */
export type Refused = Readonly<Record<string, string>>;

/** Whether an error refuses these arguments because of these rules, and no others. */
export function refuses(error: unknown, wanted: Refused): Verdict {
  const found = error instanceof InvalidArgumentsError ? error.errors : [];
  const faults = found.map(({ argument, rule }) => `${argument}: ${rule}`).toSorted();
  const expected = Object.entries(wanted)
    .map(([argument, rule]) => `${argument}: ${rule}`)
    .toSorted();
  return {
    passes: found.length > 0 && faults.join('\n') === expected.join('\n'),
    expectation: `a refusal of ${expected.join(', ') || 'arguments'}`,
    received: faults.length > 0 ? `Refused were\n${faults.join('\n')}` : `There was ${String(error)}`,
  };
}
