import { afterAll, beforeAll } from '@jest/globals';
import { missingPrograms, Processes } from '../../dist/processes.js';
import { describeWithout } from './installed.ts';

const { describe, reason } = describeWithout(missingPrograms());

/** Describes six instances that run while the tests of the body do. */
export function describeInstances(body: (started: () => Processes) => void): void {
  describe(`six instances${reason}`, () => {
    let processes: Processes;
    beforeAll(async () => {
      processes = await Processes.start();
    });
    afterAll(() => processes.stop());
    body(() => processes);
  });
}
