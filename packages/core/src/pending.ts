import type { Awaitable } from './types.js';

/** Whether work is still to be waited for. What another realm or a library promises is no instance of our Promise. */
export function isPending<T>(work: Awaitable<T>): work is Promise<T> {
  if (work instanceof Promise) return true;
  return typeof work === 'object' && work !== null && 'then' in work && typeof work.then === 'function';
}
