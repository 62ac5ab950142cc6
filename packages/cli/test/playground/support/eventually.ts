import { setTimeout as sleep } from 'node:timers/promises';

/** Reads a value until it is as expected, and returns it. Otherwise the timeout of the test ends the wait. */
export async function eventually<T>(read: () => T | Promise<T>, isMet: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isMet(value)) return value;
    await sleep(20, undefined, { ref: false });
  }
}
