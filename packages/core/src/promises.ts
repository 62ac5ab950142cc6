import type { Awaitable } from './types.js';

/**
 * Whether a value is a promise. Checks for `then`, because promises from other realms and libraries are not instances
 * of this realm's `Promise`.
 */
export function isPromise<T>(work: Awaitable<T>): work is Promise<T> {
  if (work instanceof Promise) return true;
  // `'then' in work` would be slow for objects of many different classes.
  return typeof work === 'object' && work !== null && typeof (work as Partial<Promise<T>>).then === 'function';
}

/** Ignores the rejection of a promise, which would otherwise end the process. */
export function ignoreRejection(value: unknown): void {
  if (isPromise(value)) void Promise.resolve(value).catch(() => {});
}

/** Resolves after other pending work of the process has run. */
export function nextTurn(): Promise<void> {
  // Not every platform has `setImmediate`. A timer of 0 ms is the closest replacement.
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

/**
 * Returns the promise unchanged. Its rejection no longer ends the process if nothing awaits it, for example because a
 * handler throws first.
 */
export function withIgnoredRejection<T>(work: Promise<T>): Promise<T> {
  ignoreRejection(work);
  return work;
}

/** The maximum number of values to visit. A handler's output may refer to every object of the application. */
const MAX_VISITED = 10_000;

/** Ignores the rejections of all promises in a value. Returns whether the value contains a promise. */
export function ignoreRejectionsIn(value: unknown): boolean {
  const visited = new Set([value]);
  let remaining = MAX_VISITED;
  for (const each of visited) {
    const members = membersOf(each, remaining);
    remaining -= members.length;
    for (const member of members) visited.add(member);
    if (remaining === 0) break;
  }
  // Other thenables are skipped: they may start their work when `then` is called.
  const promises = [...visited].filter((each) => isInstance(Promise, each));
  for (const each of promises) ignoreRejection(each);
  return promises.length > 0;
}

/** Returns at most `max` property values or items of an object, without calling getters. */
function membersOf(value: unknown, max: number): readonly unknown[] {
  try {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
    if (Array.isArray(value)) return Array.from({ length: Math.min(value.length, max) }, (_, at): unknown => value[at]);
    const names = Reflect.ownKeys(value).slice(0, max);
    return names.map((name): unknown => Object.getOwnPropertyDescriptor(value, name)?.value);
  } catch {
    return []; // The traps of a Proxy may throw.
  }
}

/**
 * A replacer for `JSON.stringify`, which would otherwise write a promise as an empty object.
 * @throws {TypeError} if the value is a promise
 */
export function refusePromise(_name: string, value: unknown): unknown {
  if (isPromise(value)) throw new TypeError('A promise is not text. Await it.');
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
