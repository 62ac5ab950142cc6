import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../jest/runs.ts';

describe('runs', () => {
  test('prints the command that repeats a failure', () => {
    const smallNumbers = fc.property(fc.nat(), (number) => number < 10);
    expect(() => fc.assert(smallNumbers, { numRuns: runs(1_000), seed: 7 })).toThrow(
      /CUECARD_SEED=7 npx -y pnpm@10 test build\/test\/runs\.test\.ts -t 'runs prints the command that repeats a failure'$/,
    );
  });
});
