import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is as expected, for some seconds; returns the last one. */
export async function eventually<T>(ask: () => T | Promise<T>, isMet: (value: T) => boolean): Promise<T> {
  for (let count = 0; ; count += 1) {
    const value = await ask();
    if (isMet(value) || count > 200) return value;
    await sleep(20);
  }
}
