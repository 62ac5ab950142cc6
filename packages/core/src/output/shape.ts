import { jsonText, MemberLimitError } from '../messages/output-parts.js';
import { isPending } from '../pending.js';

/** Thrown if a value has another shape. Names the location and the expected shape. */
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
 * Copies a value of this shape, member by member, so that nothing unchecked is sent.
 * @throws {ShapeFault} if the value has another shape
 */
export interface Shape<T = unknown> {
  (value: unknown, path: string): T;
  readonly isOptional?: boolean;
}

/** A shape defined by a test; `expected` describes it. */
export function shapeOf(expected: string, test: (value: unknown) => boolean): Shape {
  return (value, path) => {
    if (test(value)) return value;
    throw new ShapeFault(path, expected);
  };
}

/** A member that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T> {
  return Object.assign((value: unknown, path: string) => shape(value, path), { isOptional: true });
}

/** The maximum number of items in a list. */
const MAX_ITEMS = 10_000;

/** An array of such items, without holes. */
export function list<T>(items: Shape<T>, max = MAX_ITEMS): Shape<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ShapeFault(path, 'an array');
    const { length } = value;
    if (length > max) throw new ShapeFault(path, `an array of at most ${max} items`);
    // By index, because a custom iterator may never end.
    return Array.from({ length }, (_, index) => items(value[index], `${path}[${index}]`));
  };
}

/** An object with these members and no others. Members that are `undefined` are omitted. */
export function record<T extends object = object>(members: Readonly<Record<keyof T, Shape>>): Shape<T> {
  const shapes = new Map(Object.entries<Shape>(members));
  const required = [...shapes].filter(([, { isOptional }]) => isOptional !== true);
  return (value, path) => {
    if (!isRecord(value) || isPending(value)) throw new ShapeFault(path, 'an object');
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined) continue;
      const shape = shapes.get(name);
      if (shape === undefined) throw foreignMember(path, shapes.keys());
      copy[name] = shape(member, within(path, name));
    }
    for (const [name, shape] of required) if (!(name in copy)) shape(undefined, within(path, name));
    return copy as T; // The compiler has compared the member names with the type.
  };
}

/** Does not name the member: its name may be a value that was passed to the prompt. */
function foreignMember(path: string, known: Iterable<string>): ShapeFault {
  const where = path === '' ? 'members' : `${path} members`;
  return new ShapeFault(where, `among ${[...known].join(', ')}: others go into _meta`);
}

/** The maximum number of members of a JSON object, including nested ones. */
const MAX_MEMBERS = 100_000;

/** Any JSON object. */
export const json: Shape = (value, path) => {
  if (!isRecord(value) || isPending(value)) throw new ShapeFault(path, 'an object');
  const copy = copyOf(value, path);
  if (!isRecord(copy)) throw new ShapeFault(path, 'JSON');
  return copy;
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A value as JSON; `undefined` if JSON cannot represent it.
 * @throws {ShapeFault} if it has too many members
 */
function copyOf(value: object, path: string): unknown {
  try {
    return JSON.parse(jsonText(value, { maxMembers: MAX_MEMBERS }) ?? '');
  } catch (error) {
    if (error instanceof MemberLimitError) throw new ShapeFault(path, `JSON of at most ${MAX_MEMBERS} members`);
    return undefined;
  }
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Whether all strings in a value take more than `bytes` bytes of UTF-8. */
export function isLarger(value: unknown, bytes: number): boolean {
  const units = sumOfStrings(value, ({ length }) => length);
  // A UTF-16 code unit takes one to three bytes.
  if (units > bytes) return true;
  return units * 3 > bytes && sumOfStrings(value, (text) => new TextEncoder().encode(text).length) > bytes;
}

function sumOfStrings(value: unknown, measure: (text: string) => number): number {
  if (typeof value === 'string') return measure(value);
  let sum = 0;
  if (Array.isArray(value)) for (const item of value) sum += sumOfStrings(item, measure);
  else if (isRecord(value)) for (const name of Object.keys(value)) sum += sumOfStrings(value[name], measure);
  return sum;
}
