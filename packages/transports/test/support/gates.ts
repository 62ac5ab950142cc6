import { setImmediate as turn } from 'node:timers/promises';

/** Something that is still to come. */
export interface Pending<T> {
  readonly promise: Promise<T>;
  readonly settle: (value: T) => void;
}

export function pending<T = void>(): Pending<T> {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return { promise, settle };
}

/** Waits until something has come about. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    if (performance.now() - began > 10_000) throw new Error('It never came about');
    await turn();
  }
}
