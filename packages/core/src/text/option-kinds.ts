import { clip } from './strings.js';
import { nearest } from './nearest.js';

/** The kind of value that an option or parameter takes. */
export class OptionKind {
  /** The words after "give" in errors. */
  readonly expected: string;
  readonly is: (value: unknown) => boolean;

  constructor(expected: string, is: (value: unknown) => boolean) {
    this.expected = expected;
    this.is = is;
  }

  /** @throws {TypeError} if the value is not of this kind */
  require(name: string, value: unknown): void {
    if (!this.is(value)) throw new TypeError(`${name} cannot be ${describeValue(value)}; use ${this.expected}`);
  }
}

/** Describes a value for errors. Omits the contents of objects, because they may be secret. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (typeof value === 'function') return 'this function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Promise) return 'a promise (await it)';
  return Array.isArray(value) ? 'this array' : 'this object';
}

export function isFunction(value: unknown): value is Function {
  return typeof value === 'function';
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether all properties of an object are own and enumerable, so that a loop or a spread misses none. Properties of
 * `Object.prototype` (of any realm) and the marker properties of modules are ignored.
 */
export function isPlainObject(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return isRoot(prototype) && Reflect.ownKeys(value).every((key) => isEnumerable(value, key) || MODULE_KEYS.has(key));
}

/** Whether a prototype is `null` or the `Object.prototype` of any realm. */
function isRoot(prototype: unknown): boolean {
  return isObject(prototype)
    ? Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')
    : prototype === null;
}

function isEnumerable(value: object, key: string | symbol): boolean {
  return typeof key === 'string' && Object.prototype.propertyIsEnumerable.call(value, key);
}

const MODULE_KEYS: ReadonlySet<string | symbol> = new Set(['__esModule', Symbol.toStringTag]);

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

export function areStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * Whether an object has the methods `names`. Methods in `optional` may be absent. Returns `true` if reading a property
 * throws: calling the method will throw later, where errors are handled.
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

export function oneOf<Value extends string>(...values: readonly Value[]): OptionKind {
  const quoted = values.map((value) => JSON.stringify(value));
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return new OptionKind(expected, (value) => values.some((each) => each === value));
}

export function functionOf(signature: string): OptionKind {
  return new OptionKind(`a function ${signature}`, isFunction);
}

export const BOOLEAN = new OptionKind('true or false', (value) => typeof value === 'boolean');
export const STRING = new OptionKind('a string', (value) => typeof value === 'string');
export const STRINGS = new OptionKind('an array of strings', areStrings);
export const ARRAY = new OptionKind('an array', Array.isArray);
export const OBJECT = new OptionKind('an object', isObject);
export const PLAIN_OBJECT = new OptionKind(
  'a plain object that lists each property (spreading a class instance omits its methods)',
  isPlainObject,
);
export const CLASS = new OptionKind('a class', isFunction);
export function listOf(items: string): OptionKind {
  return new OptionKind(`an array of ${items}`, isIterable);
}

/** The kind of the option `onFault` of registries and runtimes. */
export const ON_FAULT = oneOf('throw', 'isolate');

/**
 * The kinds of all options, by name. The compiler checks that the names match the type of the options. A value that is
 * not an `OptionKind` means that the option is checked elsewhere.
 */
export type OptionKinds<Options> = Readonly<Record<keyof Required<Options>, unknown>>;

interface InvalidValue {
  readonly problem: string;
  readonly expected: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Sorts options into valid, unknown and invalid options. An option without a value counts as omitted. */
function classifyOptions(input: unknown, known: object) {
  const kinds = known as Values;
  const fault = faultOfOptions(input);
  const values = (fault === undefined ? input : {}) as Values;
  const unknown: { readonly key: string; readonly suggestion: string | undefined }[] = [];
  const invalid: InvalidValue[] = fault === undefined ? [] : [fault];
  const valid: Record<string, unknown> = {};
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined) continue;
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind === undefined) unknown.push({ key, suggestion: nearest(key, Object.keys(kinds)) });
    else if (!(kind instanceof OptionKind) || kind.is(value)) valid[key] = value;
    else
      invalid.push({
        problem: `has the option "${key}", which cannot be ${describeValue(value)}`,
        expected: kind.expected,
      });
  }
  return { unknown, invalid, valid };
}

/**
 * Returns the fault of the options object as a whole. Inherited or non-enumerable options are a fault, because they
 * would be ignored, even an option such as `authenticate`.
 */
function faultOfOptions(options: unknown): InvalidValue | undefined {
  if (PLAIN_OBJECT.is(options)) return undefined;
  return OBJECT.is(options)
    ? { problem: 'has options that are inherited or not enumerable', expected: PLAIN_OBJECT.expected }
    : { problem: `has options that cannot be ${describeValue(options)}`, expected: OBJECT.expected };
}

interface OptionFault {
  readonly id: 'option-unknown' | 'option-invalid';
  readonly problem: string;
  readonly remedy: string;
}

/** Returns the valid options, and the faults of the unknown and invalid options. */
export function checkedOptions<Options>(value: Options, known: OptionKinds<Options>) {
  const { unknown, invalid, valid } = classifyOptions(value, known);
  const faults: OptionFault[] = unknown.map(({ key, suggestion }) => ({
    id: 'option-unknown',
    problem: `has the option "${key}", which does not exist`,
    remedy: suggestion === undefined ? 'Leave it out' : `Write "${suggestion}", or leave it out`,
  }));
  for (const { problem, expected } of invalid)
    faults.push({ id: 'option-invalid', problem, remedy: `Use ${expected}` });
  const isUnchanged = faults.length === 0 && Object.keys(valid).length === Object.keys(value as object).length;
  return { options: isUnchanged ? value : (valid as Options), faults };
}

/**
 * Returns the options that have a value.
 * @throws {TypeError} if an option is unknown or its value is of the wrong kind
 */
export function validateOptions<Options>(name: string, value: Options, known: OptionKinds<Options>): Options {
  const { unknown, invalid, valid } = classifyOptions(value, known);
  for (const { key, suggestion } of unknown) {
    const remedy =
      suggestion === undefined ? `use one of ${Object.keys(known).join(', ')}` : `did you mean "${suggestion}"?`;
    throw new TypeError(`${name} has no option "${key}"; ${remedy}`);
  }
  for (const { problem, expected } of invalid) throw new TypeError(`${name} ${problem}; use ${expected}`);
  return valid as Options;
}
