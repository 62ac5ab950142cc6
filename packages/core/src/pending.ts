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

/** Work that may be given up before anybody waits for it, as by a prompt that throws in between. */
export function forgettable<T>(work: Promise<T>): Promise<T> {
  forget(work);
  return work;
}

/** Does without everything that is promised somewhere in a value; says whether anything is. */
export function forgetAll(value: unknown): boolean {
  let isPromised = false;
  const seen = new Set([value]);
  for (const each of seen) {
    if (isPending(each)) isPromised = true;
    else for (const member of membersOf(each)) seen.add(member);
    forget(each);
  }
  return isPromised;
}

function membersOf(value: unknown): readonly unknown[] {
  try {
    return typeof value !== 'object' || value === null || ArrayBuffer.isView(value) ? [] : Object.values(value);
  } catch {
    return []; // It does not let itself be looked at.
  }
}

/**
 * A replacer for `JSON.stringify`, which would write a promise as an empty object.
 * @throws {TypeError} for a promise
 */
export function refusePromise(_name: string, value: unknown): unknown {
  if (isPending(value)) throw new TypeError('A promise is no text. Await it.');
  return value;
}
