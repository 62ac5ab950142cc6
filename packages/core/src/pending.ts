import { isInstance } from './instance.js';
import type { Awaitable } from './types.js';

/** Whether work is still to be waited for. What another realm or a library promises is no instance of our Promise. */
export function isPending<T>(work: Awaitable<T>): work is Promise<T> {
  if (work instanceof Promise) return true;
  // Not `'then' in work`: of objects of many classes, that is asked slowly.
  return typeof work === 'object' && work !== null && typeof (work as Partial<Promise<T>>).then === 'function';
}

/** Does without what a promise brings: its rejection must not end the process. */
export function swallowRejection(value: unknown): void {
  if (isPending(value)) void Promise.resolve(value).catch(() => {});
}

/** Resolves when other work of the process has had its turn. */
export function nextTurn(): Promise<void> {
  // Not every platform has `setImmediate`; elsewhere turns are as short as timers can be.
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

/** Work that may be given up before anybody waits for it, as by a prompt that throws in between. */
export function forgettable<T>(work: Promise<T>): Promise<T> {
  swallowRejection(work);
  return work;
}

/** How many values are looked at: what a prompt returns may hold a whole application. */
const MAX_LOOKED_AT = 10_000;

/** Ignores every rejection promised in a value; says whether it holds a promise. */
export function forgetAll(value: unknown): boolean {
  const seen = new Set([value]);
  let left = MAX_LOOKED_AT;
  for (const each of seen) {
    const members = membersOf(each, left);
    left -= members.length;
    for (const member of members) seen.add(member);
    if (left === 0) break;
  }
  // Not of other thenables, which may begin their work when they are asked for it.
  const promises = [...seen].filter((each) => isInstance(Promise, each));
  for (const each of promises) swallowRejection(each);
  return promises.length > 0;
}

/** The members of an object that can be read without running its code, up to so many. */
function membersOf(value: unknown, most: number): readonly unknown[] {
  try {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
    if (Array.isArray(value))
      return Array.from({ length: Math.min(value.length, most) }, (_, at) => value[at] as unknown);
    const names = Reflect.ownKeys(value).slice(0, most);
    return names.map((name) => Object.getOwnPropertyDescriptor(value, name)?.value as unknown);
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
