import type { ArgDefinition } from './arg-definition.js';
import type { OutputWalk, Reading } from './argument-type.js';
import { readMember } from './member.js';

/** Thrown if an object leads to too many. */
export class EndlessOutputError extends RangeError {
  override readonly name = 'EndlessOutputError';
}

/** An object that a handler has returned, and the instance that takes what its class declares. */
interface Taking<Output extends object> {
  readonly args: readonly ArgDefinition[];
  readonly raw: object;
  readonly into: Output;
}

/**
 * Copies the declared members of an object, wherever the object has them: an entity may have them as getters of its
 * prototype.
 * @throws {EndlessOutputError} if the object is in itself, or leads to too many
 */
export function takeOutput<Output extends object>(
  { args, raw, into }: Taking<Output>,
  reading: Reading,
  walk: OutputWalk,
): Output {
  walk.objects += 1;
  walk.depth += 1;
  const { maxDepth, maxValues } = walk.limits;
  if (walk.depth > maxDepth || walk.objects > maxValues)
    throw new EndlessOutputError(
      `refers to itself, to more than ${maxValues} objects, or to some more than ${maxDepth} levels deep`,
    );
  const declared = new Set<string>();
  for (const arg of args) {
    const { property: name } = arg;
    declared.add(name);
    const read = readMember(arg, { value: (raw as Values)[name], name, isMade: false }, reading);
    if (read !== undefined) (into as Record<string, unknown>)[name] = read;
  }
  for (const name of Object.keys(raw)) if (!declared.has(name)) walk.undeclared(reading.path + name);
  walk.depth -= 1;
  return into;
}

/** An instance as JSON, by the names on the wire. A member that is `null` is left out, unless its type is any JSON. */
export function writeOutput(args: readonly ArgDefinition[], instance: object): Values {
  const written: Record<string, unknown> = {};
  for (const { name, property, type } of args) {
    const value = (instance as Values)[property];
    if (value !== undefined && (value !== null || type.acceptsNull === true)) written[name] = type.write(value);
  }
  return written;
}

type Values = Readonly<Record<string, unknown>>;
