import { expect } from '@jest/globals';
import { configureGlobal, defaultReportMessage, type RunDetails } from 'fast-check';

/** The share of runs of random tests. A release makes all of them, with inputs in their full size. */
const FACTOR = Number(process.env['CUECARD_RUNS'] ?? 1 / 20);
const SEED = process.env['CUECARD_SEED'];

configureGlobal({ reporter: report, ...(SEED !== undefined && { seed: Number(SEED) }) });

/**
 * Returns the number of runs of a property: a twentieth of them, or `CUECARD_RUNS` times as many. A failure prints the seed
 * and the command that repeats it.
 */
export function runs(inFull: number): number {
  return Math.ceil(inFull * FACTOR);
}

/** Returns the size of an input that only has to be large: a tenth of it, or all of it if all runs are made. */
export function size(inFull: number): number {
  return FACTOR >= 1 ? inFull : Math.ceil(inFull / 10);
}

function report(details: RunDetails<unknown>): void {
  if (!details.failed) return;
  const message = defaultReportMessage(details as RunDetails<[unknown]>);
  throw new Error(`${message}\n\nRepeat it with:\n${repeatCommand(details.seed)}`, { cause: details.errorInstance });
}

function repeatCommand(seed: number): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const file = testPath.replace(`${process.cwd()}/`, '');
  const factor = process.env['CUECARD_RUNS'];
  const environment = [...(factor === undefined ? [] : [`CUECARD_RUNS=${factor}`]), `CUECARD_SEED=${seed}`];
  const script = file.endsWith('.slow.test.ts') ? 'test:slow' : 'test';
  const title = currentTestName.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.');
  return `${environment.join(' ')} npx -y pnpm@10 ${script} ${file} -t '${title}'`;
}
