import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds. Jest's timeout ends a wait that lasts too long. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
