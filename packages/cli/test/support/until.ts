import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once a condition holds. The timeout of the test is what ends the wait otherwise. */
export async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await sleep(10, undefined, { ref: false });
}
