import type { ArgumentFault } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { Class } from '../types.js';

/**
 * The origin of a value. `text` is an argument on the wire, always a string; `json` is a member of such a string parsed
 * as JSON; `value` is a typed value from a caller in process.
 */
export type Origin = 'text' | 'json' | 'value';

/** The reading of one value. */
export interface Reading {
  readonly origin: Origin;
  /** The argument's name and the path into it: `stops[1].city`. */
  readonly path: string;
  /** Collects the faults. */
  readonly faults: ArgumentFault[];
}

/** A type that an argument can have: how its values are read and described. */
export interface ArgumentType {
  /** Completes "must be …". */
  readonly expected: string;
  /** The rule's name in faults. */
  readonly rule: string;
  /** Returns the value; `undefined` after adding a fault. */
  read(value: unknown, reading: Reading): unknown;
  /** The JSON Schema of the type's JSON values. */
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** An argument, as needed to search its value. */
export interface TypedArgument {
  /** The property that holds its value. */
  readonly property: string;
  readonly type: ArgumentType;
  /** Whether it accepts free text, not just one of a few values or a value of another type. */
  readonly acceptsAnyText: boolean;
}

/** How objects of a class with arguments are read. */
export interface ObjectPlan {
  readonly type: Class;
  readonly arguments: readonly TypedArgument[];
  read(raw: object, reading: Reading): object;
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** The fault of a value that a type refuses. */
export function refusal(type: Pick<ArgumentType, 'expected' | 'rule'>, path: string): ArgumentFault {
  return { argument: path, rule: type.rule, message: `${path} must be ${type.expected}`, expected: type.expected };
}
