import { jsonText, MemberLimitError } from '../messages/json-text.js';
import { isPending } from '../pending.js';

/** Thrown where a value has another shape; it says where, and what belongs there. */
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
 * Copies a value that has the shape, member by member: so nothing leaves that nobody has looked at.
 * @throws {ShapeFault} for a value that has another
 */
export interface Shape<T = unknown> {
  (value: unknown, path: string): T;
  readonly isOptional?: boolean;
}

/** A shape that its test tells; `expected` says what it is. */
export function value(expected: string, test: (value: unknown) => boolean): Shape {
  return (given, path) => {
    if (test(given)) return given;
    throw new ShapeFault(path, expected);
  };
}

/** A member that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T> {
  return Object.assign((given: unknown, path: string) => shape(given, path), { isOptional: true });
}

/** How many items a list may have. */
const MAX_ITEMS = 10_000;

/** An array of such items, of which none may be missing. */
export function list<T>(items: Shape<T>, most = MAX_ITEMS): Shape<T[]> {
  return (given, path) => {
    if (!Array.isArray(given)) throw new ShapeFault(path, 'an array');
    const { length } = given;
    if (length > most) throw new ShapeFault(path, `an array of at most ${most} items`);
    // By index: the iterator of an array may be one that does not end.
    return Array.from({ length }, (_, index) => items(given[index], `${path}[${index}]`));
  };
}

/** An object with these members and no others; those that are `undefined` are left out. */
export function record<T extends object = object>(members: Readonly<Record<keyof T, Shape>>): Shape<T> {
  const shapes = new Map(Object.entries<Shape>(members));
  const required = [...shapes].filter(([, { isOptional }]) => isOptional !== true);
  return (given, path) => {
    if (!isRecord(given) || isPending(given)) throw new ShapeFault(path, 'an object');
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(given)) {
      const member = given[name];
      if (member === undefined) continue;
      const shape = shapes.get(name);
      if (shape === undefined) throw foreignMember(path, shapes.keys());
      copy[name] = shape(member, within(path, name));
    }
    for (const [name, shape] of required) if (!(name in copy)) shape(undefined, within(path, name));
    return copy as T; // Its members are those of the type: the compiler has compared their names.
  };
}

/** It does not say what the member is called: that may be a value that was given to the prompt. */
function foreignMember(path: string, known: Iterable<string>): ShapeFault {
  const where = path === '' ? 'members' : `${path} members`;
  return new ShapeFault(where, `among ${[...known].join(', ')}: others go into _meta`);
}

/** How many members a JSON object may have, those of its members included. */
const MAX_MEMBERS = 100_000;

/** An object of any JSON. */
export const json: Shape = (given, path) => {
  if (!isRecord(given) || isPending(given)) throw new ShapeFault(path, 'an object');
  const copy = copyOf(given, path);
  if (!isRecord(copy)) throw new ShapeFault(path, 'JSON');
  return copy;
};

export function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/**
 * A value as JSON writes it; `undefined` for what it cannot write.
 * @throws {ShapeFault} for one that has too many members
 */
function copyOf(given: object, path: string): unknown {
  try {
    return JSON.parse(jsonText(given, { maxMembers: MAX_MEMBERS }) ?? '');
  } catch (error) {
    if (error instanceof MemberLimitError) throw new ShapeFault(path, `JSON of at most ${MAX_MEMBERS} members`);
    return undefined;
  }
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
