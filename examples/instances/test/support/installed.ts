import { describe } from '@jest/globals';

/** `describe`, and what to add to its titles: without programs that are missing, tests run in CI alone. */
export function describeWithout(missing: readonly string[]): {
  describe: typeof describe | typeof describe.skip;
  reason: string;
} {
  if (missing.length === 0) return { describe, reason: '' };
  const reason = ` (skipped: needs ${missing.join(' and ')})`;
  return { describe: process.env['CI'] === undefined ? describe.skip : describe, reason };
}
