import type { Awaitable } from './types.js';

/** Whether a value is a promise. Promises of other realms and libraries are not instances of our Promise. */
export function isPending<T>(work: Awaitable<T>): work is Promise<T> {
  if (work instanceof Promise) return true;
  // Not `'then' in work`, which is slow for objects of many different classes.
  return typeof work === 'object' && work !== null && typeof (work as Partial<Promise<T>>).then === 'function';
}

/** Ignores the rejection of a promise, which would otherwise end the process. */
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

/** Marks work as droppable: it may be abandoned before it is awaited, for example if a handler throws in between. */
export function forgettable<T>(work: Promise<T>): Promise<T> {
  swallowRejection(work);
  return work;
}

/** The maximum number of values to visit: the output of a handler may reference a whole application. */
const MAX_LOOKED_AT = 10_000;

/** Ignores the rejections of all promises in a value. Returns whether it contains one. */
export function forgetAll(value: unknown): boolean {
  const seen = new Set([value]);
  let left = MAX_LOOKED_AT;
  for (const each of seen) {
    const members = membersOf(each, left);
    left -= members.length;
    for (const member of members) seen.add(member);
    if (left === 0) break;
  }
  // Other thenables may start their work only when `then` is called.
  const promises = [...seen].filter((each) => isInstance(Promise, each));
  for (const each of promises) swallowRejection(each);
  return promises.length > 0;
}

/** The members of an object that can be read without running its code, at most `max`. */
function membersOf(value: unknown, max: number): readonly unknown[] {
  try {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
    if (Array.isArray(value)) return Array.from({ length: Math.min(value.length, max) }, (_, at): unknown => value[at]);
    const names = Reflect.ownKeys(value).slice(0, max);
    return names.map((name): unknown => Object.getOwnPropertyDescriptor(value, name)?.value);
  } catch {
    return []; // A Proxy may refuse to be inspected.
  }
}

/**
 * A replacer for `JSON.stringify`, which would write a promise as an empty object.
 * @throws {TypeError} if the value is a promise
 */
export function refusePromise(_name: string, value: unknown): unknown {
  if (isPending(value)) throw new TypeError('A promise is not text. Await it.');
  return value;
}

/** Like `instanceof`, but returns `false` if the value is a Proxy whose traps throw. */
export function isInstance<T>(type: abstract new (...parameters: never) => T, value: unknown): value is T {
  try {
    return Function.prototype[Symbol.hasInstance].call(type, value);
  } catch {
    return false;
  }
}
