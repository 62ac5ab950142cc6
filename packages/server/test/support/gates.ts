import { setTimeout as sleep } from 'node:timers/promises';

/** A promise and the function that settles it. */
export interface Pending<T> {
  readonly promise: Promise<T>;
  readonly settle: (value: T) => void;
}

export function pending<T = void>(): Pending<T> {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return { promise, settle };
}

/** Waits until a condition is true. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  // Waits for a timer, because turns of the event loop would keep the processor busy.
  while (!(await condition())) await sleep(2);
}
