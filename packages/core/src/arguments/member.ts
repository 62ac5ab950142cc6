import type { ArgDefinition } from './arg-definition.js';
import { type Origin, ORIGINS, type Reading, refusal } from './argument-type.js';
import { TEXT } from './scalar-types.js';

/** A member of an object that is read. */
interface Member {
  readonly value: unknown;
  readonly name: string;
  /** Whether class-transformer has made the value. */
  readonly isMade: boolean;
}

/** Reads one argument; `undefined` if it is absent, or after adding a fault. */
export function readMember(arg: ArgDefinition, { value, name, isMade }: Member, within: Reading): unknown {
  const { origin, path, faults, maxDepth, walk } = within;
  if (isAbsent(value, origin, arg)) return undefined;
  const isText = typeof value === 'string';
  // A transformation may have turned the string into a value already.
  const isValue = arg.isTransformed && !isText && (isMade || !ORIGINS[origin].keepsEmpty);
  const reading: Reading = { origin: isValue ? 'value' : origin, path: path + name, faults, maxDepth, walk };
  if (reading.origin !== 'text' || isText) return arg.type.read(value, reading);
  faults.push(refusal(TEXT, reading.path));
  return undefined;
}

function isAbsent(value: unknown, origin: Origin, { allowEmpty, type }: ArgDefinition): boolean {
  if (value === undefined) return true;
  const { keepsEmpty } = ORIGINS[origin];
  if (value === null) return origin !== 'text' && !(keepsEmpty && type.acceptsNull === true);
  return value === '' && !allowEmpty && !keepsEmpty;
}

/** Whether class-transformer processes a value: it reads no objects, which may be of any depth. */
export function isTransformable(value: unknown, origin: Origin): boolean {
  if (typeof value === 'string') return true;
  return ORIGINS[origin].keepsEmpty && (typeof value === 'number' || typeof value === 'boolean');
}
