import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once a condition is true. Otherwise the timeout of the test ends the wait. */
export async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await sleep(10, undefined, { ref: false });
}
