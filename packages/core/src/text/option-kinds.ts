import { clip } from './clip.js';

/** The kind of value that an option or parameter takes. */
export class OptionKind {
  /** Completes "give …". */
  readonly expected: string;
  readonly is: (value: unknown) => boolean;

  constructor(expected: string, is: (value: unknown) => boolean) {
    this.expected = expected;
    this.is = is;
  }

  /** @throws {TypeError} if a value is of another kind; `what` names the value */
  require(what: string, value: unknown): void {
    if (!this.is(value)) throw new TypeError(`${what} cannot be ${shown(value)}; give ${this.expected}`);
  }
}

/** The form of a value in errors: objects may hold secrets. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (typeof value === 'function') return 'this function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Promise) return 'a promise (await it)';
  return Array.isArray(value) ? 'this array' : 'this object';
}

export function isFunction(value: unknown): value is Function {
  return typeof value === 'function';
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether an object has only own, enumerable properties, so that a loop or a spread misses none. The members of
 * `Object.prototype`, of this or another realm, do not count, and neither do the marks of a module.
 */
export function isPlainObject(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return isRoot(prototype) && Reflect.ownKeys(value).every((key) => isShown(value, key) || MARKS.has(key));
}

/** Whether a prototype is `Object.prototype`, of any realm, or `null`. */
function isRoot(prototype: unknown): boolean {
  return isObject(prototype)
    ? Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')
    : prototype === null;
}

function isShown(value: object, key: string | symbol): boolean {
  return typeof key === 'string' && Object.prototype.propertyIsEnumerable.call(value, key);
}

const MARKS: ReadonlySet<string | symbol> = new Set(['__esModule', Symbol.toStringTag]);

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * Whether these members are functions; those of the second list may be absent. An object with unreadable members is
 * accepted: the call of a method throws then, where errors are expected.
 */
export function hasMethods(value: unknown, names: readonly string[], optional: readonly string[] = []): boolean {
  const members: Readonly<Record<string, unknown>> = Object(value);
  try {
    const isAbsentOrMethod = (name: string) => members[name] === undefined || isFunction(members[name]);
    return names.every((name) => isFunction(members[name])) && optional.every(isAbsentOrMethod);
  } catch {
    return true;
  }
}

/** One of a few texts. */
export function oneOf<Value extends string>(...values: readonly Value[]): OptionKind {
  const quoted = values.map((value) => JSON.stringify(value));
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return new OptionKind(expected, (value) => values.some((each) => each === value));
}

/** A function with this signature. */
export function functionOf(signature: string): OptionKind {
  return new OptionKind(`a function ${signature}`, isFunction);
}

export const YES_OR_NO = new OptionKind('true or false', (value) => typeof value === 'boolean');
export const TEXT = new OptionKind('a string', (value) => typeof value === 'string');
export const TEXTS = new OptionKind('an array of strings', isTexts);
export const LIST = new OptionKind('an array', Array.isArray);
export const OBJECT = new OptionKind('an object', isObject);
export const PLAIN_OBJECT = new OptionKind(
  'a plain object that lists each member (a spread leaves out the methods of a class)',
  isPlainObject,
);
export const CLASS = new OptionKind('a class', isFunction);
/** An array, or another collection, of such items. */
export function listOf(items: string): OptionKind {
  return new OptionKind(`an array of ${items}`, isIterable);
}

/** What a registry and a runtime do with definitions that are declared wrongly. */
export const ON_FAULT = oneOf('throw', 'isolate');
