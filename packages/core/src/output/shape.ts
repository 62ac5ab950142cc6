import { isPending, refusePromise } from '../pending.js';

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
export interface Shape {
  (value: unknown, path: string): unknown;
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
export function optional(shape: Shape): Shape {
  return Object.assign((given: unknown, path: string) => shape(given, path), { isOptional: true });
}

export function list(items: Shape): Shape {
  return (given, path) => {
    if (!Array.isArray(given)) throw new ShapeFault(path, 'an array');
    return Array.from(given, (item, index) => items(item, `${path}[${index}]`)); // Also where the array has nothing.
  };
}

/** An object with these members and no others; those that are `undefined` are left out. */
export function record(members: Readonly<Record<string, Shape>>): Shape {
  const shapes = new Map(Object.entries(members));
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
    return copy;
  };
}

/** It does not say what the member is called: that may be a value that was given to the prompt. */
function foreignMember(path: string, known: Iterable<string>): ShapeFault {
  const where = path === '' ? 'members' : `${path} members`;
  return new ShapeFault(where, `among ${[...known].join(', ')}: others go into _meta`);
}

/** An object of any JSON. */
export const json: Shape = (given, path) => {
  if (!isRecord(given) || isPending(given)) throw new ShapeFault(path, 'an object');
  const copy = copyOf(given);
  if (!isRecord(copy)) throw new ShapeFault(path, 'JSON');
  return copy;
};

export function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** A value as JSON writes it; `undefined` for what it cannot write. */
function copyOf(given: object): unknown {
  try {
    return JSON.parse(JSON.stringify(given, refusePromise)) as unknown;
  } catch {
    return undefined;
  }
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
