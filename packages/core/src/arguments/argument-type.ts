import type { ArgumentFault } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { Class } from '../types.js';

/**
 * Where a value comes from. `text` is an argument of the wire, which is always a string; `json` is a member of such a
 * text that was JSON; `value` is what a caller in process gives, typed already.
 */
export type Origin = 'text' | 'json' | 'value';

/** A value that is to be read, at its place. */
export interface Reading {
  readonly origin: Origin;
  /** The argument's name, followed by the way into it: `stops[1].city`. */
  readonly path: string;
  /** Where what is wrong is put. */
  readonly faults: ArgumentFault[];
}

/** A type that an argument can have: how its values are read, and how it is described. */
export interface ArgumentType {
  /** Completes "must be …". */
  readonly expected: string;
  /** The rule's name in faults. */
  readonly rule: string;
  /** The value, or nothing and a fault: then `undefined`. */
  read(value: unknown, reading: Reading): unknown;
  /** The JSON Schema of its values, as JSON writes them. */
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** An argument, as far as values of its type can be found in it. */
export interface TypedArgument {
  /** The property that has its value. */
  readonly property: string;
  readonly type: ArgumentType;
  /** Whether it can be any text: not one of a few values, nor anything but text. */
  readonly acceptsAnyText: boolean;
}

/** How objects of a class with arguments are read. */
export interface ObjectPlan {
  readonly type: Class;
  readonly arguments: readonly TypedArgument[];
  read(raw: object, reading: Reading): object;
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** What is wrong with a value that a type refuses. */
export function refusal(type: Pick<ArgumentType, 'expected' | 'rule'>, path: string): ArgumentFault {
  return { argument: path, rule: type.rule, message: `${path} must be ${type.expected}`, expected: type.expected };
}
