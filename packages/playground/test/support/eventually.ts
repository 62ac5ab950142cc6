import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the value is as expected, and returns it. The timeout of the test is what ends the wait otherwise. */
export async function eventually<T>(ask: () => T | Promise<T>, isMet: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (isMet(value)) return value;
    await sleep(20, undefined, { ref: false });
  }
}
