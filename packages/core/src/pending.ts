import type { Awaitable } from './types.js';

/** Whether work is still to be waited for. What another realm or a library promises is no instance of our Promise. */
export function isPending<T>(work: Awaitable<T>): work is Promise<T> {
  if (work instanceof Promise) return true;
  // Not `'then' in work`: of objects of many classes, that is asked slowly.
  return typeof work === 'object' && work !== null && typeof (work as Partial<Promise<T>>).then === 'function';
}

/** Does without what a promise brings: its rejection must not end the process. */
export function forget(value: unknown): void {
  if (isPending(value)) void Promise.resolve(value).catch(() => {});
}
