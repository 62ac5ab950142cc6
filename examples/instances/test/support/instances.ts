import { afterAll, beforeAll, describe } from '@jest/globals';
import { missingPrograms, Processes } from '../../dist/processes.js';

const missing = missingPrograms();
const describeWithBoth = process.env['CI'] !== undefined || missing.length === 0 ? describe : describe.skip;
const reason = missing.length === 0 ? '' : ` (skipped: needs ${missing.join(' and ')})`;

/** Describes six instances that run while the tests of the body do. */
export function describeInstances(body: (started: () => Processes) => void): void {
  describeWithBoth(`six instances${reason}`, () => {
    let processes: Processes;
    beforeAll(async () => {
      processes = await Processes.start();
    });
    afterAll(() => processes.stop());
    body(() => processes);
  });
}
