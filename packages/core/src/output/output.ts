import { isObject } from '../text/option-kinds.js';
import { ignoreRejectionsIn, refusePromise, isInstance, isPromise } from '../promises.js';
import type { GetPromptResult, PromptMessage } from '../protocol.js';

/** The output of `render`. A string is one user message. Arrays may be nested. */
export type PromptOutput = PromptPart | GetPromptResult;

type PromptPart = string | PromptMessage | readonly PromptPart[];

/** Thrown if an output is invalid. The message describes the invalid part and the remedy. */
export class OutputFault extends Error {
  override readonly name = 'OutputFault';
}

/**
 * If the value contains a promise, adds a hint to the fault that a promise was not awaited. Ignores rejections of
 * promises in the value.
 */
export function withPromiseHint(fault: unknown, value: unknown): unknown {
  const hasPromise = ignoreRejectionsIn(value);
  if (!hasPromise || !(fault instanceof OutputFault)) return fault;
  return new OutputFault(`${fault.message}; a promise in the returned value was not awaited`);
}

/**
 * The maximum number of messages and arrays to visit. A larger output is endless, or contains the same parts many
 * times.
 */
const MAX_PARTS = 1_000_000;
const MAX_NESTING = 100;

type PartName = 'messages' | 'blocks';

interface FlattenState {
  readonly found: unknown[];
  readonly name: PartName;
  readonly max: number;
  parts: number;
}

/**
 * Flattens the messages or blocks of an output, without checking them.
 * @param max the maximum number of messages or blocks
 * @throws {OutputFault} if there are more than `max` messages or blocks, or more than 1,000,000 including arrays, or if
 * arrays are nested more than 100 levels deep
 */
export function flattenParts(output: unknown, max = Infinity, name: PartName = 'messages'): readonly unknown[] {
  if (!Array.isArray(output)) return [output];
  const walk: FlattenState = { found: [], name, max, parts: 0 };
  flattenInto(output, 0, walk);
  return walk.found;
}

// Reads by index, because a custom iterator may never end.
function flattenInto(parts: readonly unknown[], depth: number, walk: FlattenState): void {
  if (depth >= MAX_NESTING)
    throw new OutputFault(`returned arrays that are nested more than ${MAX_NESTING} levels deep`);
  const { length } = parts;
  walk.parts += length;
  if (walk.parts > MAX_PARTS) throw new OutputFault(`returned more than ${MAX_PARTS} ${walk.name} and arrays in total`);
  for (let index = 0; index < length; index += 1) {
    const part = parts[index];
    if (Array.isArray(part)) flattenInto(part, depth + 1, walk);
    else if (walk.found.push(part) > walk.max)
      throw new OutputFault(`returned more than ${walk.max} ${walk.name}, which exceeds \`limits.${walk.name}\``);
  }
}

/** The maximum number of UTF-8 bytes per UTF-16 code unit. */
export const MAX_BYTES_PER_UNIT = 3;
/** The bytes of a message's role and content type. They count towards the limit. */
const FIXED_BYTES = 'user'.length + 'text'.length;

/** Whether an output is, like most outputs, a string that certainly does not exceed the limit. */
export function isShortText(output: unknown, answerBytes: number): output is string {
  return typeof output === 'string' && output.length * MAX_BYTES_PER_UNIT + FIXED_BYTES <= answerBytes;
}

export function isFullResult(output: unknown): output is GetPromptResult {
  return typeof output === 'object' && output !== null && 'messages' in output && Array.isArray(output.messages);
}

interface JsonOptions {
  /** The maximum number of members. A larger value is endless, or contains the same parts many times. */
  readonly maxMembers: number;
  /** @default 0: a single line */
  readonly indent?: number;
}

/**
 * Converts a value to JSON; `undefined` if JSON cannot represent it.
 * @throws {TypeError} for a promise, a bigint, a Map, a Set or a circular value
 * @throws {MemberLimitError} if there are more members than `maxMembers`
 */
export function toJsonText(value: object, { maxMembers, indent = 0 }: JsonOptions): string | undefined {
  let members = 0;
  const replace = (name: string, member: unknown) => {
    members += 1;
    if (members + (Array.isArray(member) ? member.length : 0) > maxMembers) throw new MemberLimitError(maxMembers);
    // `JSON.stringify` would write a Map or a Set as `{}`.
    if (isInstance(Map, member) || isInstance(Set, member))
      throw new TypeError('A Map or a Set is not JSON. Convert it to an object or an array.');
    return refusePromise(name, member);
  };
  return JSON.stringify(value, replace, indent);
}

export class MemberLimitError extends RangeError {
  constructor(maxMembers: number) {
    super(`The JSON of the value has more than ${maxMembers} members. Pass only the part that is needed.`);
  }
}

/** Thrown if a value does not have the expected shape. The message contains the path and the expected shape. */
export class ShapeFault extends Error {
  override readonly name = 'ShapeFault';

  constructor(
    readonly path: string,
    readonly expected: string,
  ) {
    super(`${path} must be ${expected}`);
  }
}

/**
 * A function that copies a value of one shape, member by member, so that nothing unchecked is sent.
 * @throws {ShapeFault} if the value does not have the shape
 */
export interface Shape<T = unknown> {
  (value: unknown, path: string): T;
  readonly isOptional?: boolean;
}

/** Creates a shape for the values that pass a test. `expected` describes these values. */
export function createShape(expected: string, test: (value: unknown) => boolean): Shape {
  return (value, path) => {
    if (test(value)) return value;
    throw new ShapeFault(path, expected);
  };
}

/** Creates the shape of a property that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T> {
  return Object.assign((value: unknown, path: string) => shape(value, path), { isOptional: true });
}

const MAX_ITEMS = 10_000;

/** Creates the shape of an array, without holes. */
export function list<T>(items: Shape<T>, max = MAX_ITEMS): Shape<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ShapeFault(path, 'an array');
    const { length } = value;
    if (length > max) throw new ShapeFault(path, `an array of at most ${max} items`);
    // Reads by index, because a custom iterator may never end.
    return Array.from({ length }, (_, index) => items(value[index], `${path}[${index}]`));
  };
}

/**
 * Creates the shape of an object with these properties and no others. The copy omits properties that are `undefined`.
 */
export function record<T extends object = object>(members: Readonly<Record<keyof T, Shape>>): Shape<T> {
  const shapes = new Map(Object.entries<Shape>(members));
  const required = [...shapes].filter(([, { isOptional }]) => isOptional !== true);
  return (value, path) => {
    if (!isObject(value) || isPromise(value)) throw new ShapeFault(path, 'an object');
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined) continue;
      const shape = shapes.get(name);
      if (shape === undefined) throw unknownMemberFault(path, shapes.keys());
      copy[name] = shape(member, memberPath(path, name));
    }
    for (const [name, shape] of required) if (!(name in copy)) shape(undefined, memberPath(path, name));
    return copy as T; // `members` has exactly the property names of the type.
  };
}

/**
 * Creates the fault for an unknown property. The message does not contain the property's name, because it may be an
 * argument's value.
 */
function unknownMemberFault(path: string, known: Iterable<string>): ShapeFault {
  const subject = path === '' ? 'the properties' : `the properties of ${path}`;
  return new ShapeFault(subject, `among ${[...known].join(', ')}; put others into _meta`);
}

/** The maximum number of members of a JSON object, including nested ones. */
const MAX_MEMBERS = 100_000;

export const json: Shape = (value, path) => {
  if (!isObject(value) || isPromise(value)) throw new ShapeFault(path, 'an object');
  const copy = jsonCopy(value, path);
  if (!isObject(copy)) throw new ShapeFault(path, 'JSON');
  return copy;
};

/**
 * Copies a value through JSON; `undefined` if JSON cannot represent it.
 * @throws {ShapeFault} if the value has too many members
 */
function jsonCopy(value: object, path: string): unknown {
  try {
    return JSON.parse(toJsonText(value, { maxMembers: MAX_MEMBERS }) ?? '');
  } catch (error) {
    if (error instanceof MemberLimitError) throw new ShapeFault(path, `JSON of at most ${MAX_MEMBERS} members`);
    return undefined;
  }
}

function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Whether the strings in a value take more than `bytes` bytes of UTF-8. */
export function exceedsBytes(value: unknown, bytes: number): boolean {
  const units = sumStrings(value, ({ length }) => length);
  if (units > bytes) return true;
  return (
    units * MAX_BYTES_PER_UNIT > bytes && sumStrings(value, (text) => new TextEncoder().encode(text).length) > bytes
  );
}

function sumStrings(value: unknown, measure: (text: string) => number): number {
  if (typeof value === 'string') return measure(value);
  let sum = 0;
  if (Array.isArray(value)) for (const item of value) sum += sumStrings(item, measure);
  else if (isObject(value)) for (const name of Object.keys(value)) sum += sumStrings(value[name], measure);
  return sum;
}
