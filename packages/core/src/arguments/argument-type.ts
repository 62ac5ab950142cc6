import type { Limits } from '../limits.js';
import type { ArgumentFault } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { Class } from '../types.js';
import type { JsType } from './rule-descriptions.js';

/** The names of members: the names on the wire, or the names of their properties. */
export type Naming = 'wire' | 'property';

/** How values of one origin are read. */
interface OriginTraits {
  readonly names: Naming;
  /** Whether an empty string is a value, which otherwise counts as absent. */
  readonly keepsEmpty: boolean;
  /**
   * Which types other than string are parsed from strings: all, only those that JSON does not have, such as dates
   * (`own`), or none.
   */
  readonly parses: 'all' | 'own' | 'none';
  /** Whether a handler has returned the value. Argument limits and transformations do not apply to such values. */
  readonly isFromHandler?: boolean;
}

/** The origins of values. */
const ORIGIN_TRAITS = {
  /** An argument on the wire that is always a string. */
  text: { names: 'wire', keepsEmpty: false, parses: 'all' },
  /** A member of a string argument that was parsed as JSON. */
  json: { names: 'wire', keepsEmpty: false, parses: 'all' },
  /** A typed value from a caller in process, instead of a string. */
  value: { names: 'property', keepsEmpty: false, parses: 'none' },
  /** JSON on the wire, in which strings may stand for other types. */
  sent: { names: 'wire', keepsEmpty: true, parses: 'all' },
  /** JSON on the wire, in which strings stand for other types only if JSON cannot write these. */
  exact: { names: 'wire', keepsEmpty: true, parses: 'own' },
  /** A typed value from a caller in process, instead of JSON. */
  typed: { names: 'property', keepsEmpty: true, parses: 'none' },
  /** A member of an object that a handler has returned. */
  output: { names: 'property', keepsEmpty: true, parses: 'own', isFromHandler: true },
  /** A member of the JSON of a handler's returned object; interceptors may have changed it. */
  answer: { names: 'wire', keepsEmpty: true, parses: 'own', isFromHandler: true },
} satisfies Readonly<Record<string, OriginTraits>>;

export type Origin = keyof typeof ORIGIN_TRAITS;

export const ORIGINS: Readonly<Record<Origin, OriginTraits>> = ORIGIN_TRAITS;

/** The reading of one value. */
export interface ReadContext {
  readonly origin: Origin;
  /** The argument's name and the path into it: `stops[1].city`. */
  readonly path: string;
  /** Collects the faults. */
  readonly faults: ArgumentFault[];
  /** How deeply JSON may be nested. */
  readonly maxDepth: number;
  /** The traversal of an output that the value is in. */
  readonly walk?: OutputWalk | undefined;
}

/** The traversal of an object that a handler has returned, which may refer to a whole application. */
export interface OutputWalk {
  /** The number of objects that enclose the current one, including itself. */
  depth: number;
  /** The number of objects visited so far. */
  objects: number;
  /** The limits of `depth` and `objects`. An output above them probably refers to itself. */
  readonly limits: Pick<Limits, 'maxDepth' | 'maxValues'>;
  /** Receives the path of each member that its class does not declare. */
  onUndeclared(path: string): void;
}

/** A type that an argument can have: how its values are read, judged, written and described. */
export interface ArgumentType {
  /** Completes "must be …". */
  readonly expected: string;
  /** The rule's name in faults. */
  readonly rule: string;
  /** The JavaScript type of its values; `undefined` if they can have any. */
  readonly jsType: JsType | undefined;
  /** Typical values, or all of them. */
  readonly samples: readonly unknown[];
  /** All values, if they are few. */
  readonly values?: readonly unknown[];
  /** The common type of the values of an enum. */
  readonly base?: ArgumentType;
  /** The type of the items of an array. */
  readonly items?: ArgumentType;
  /** Whether its values are written as single strings that are not JSON, so that commas can separate them. */
  readonly isPlain?: boolean;
  /** Whether its values are objects, which may have rules of their own. */
  readonly isObject?: boolean;
  /** Whether `null` is a value of the type, not the absence of one. */
  readonly acceptsNull?: boolean;
  /** The rules about strings that judge how a value is written as text. */
  readonly textRules: readonly string[];
  /** Whether they judge what `textOf` returns even if the value was read from a string. */
  readonly isNormalized?: boolean;
  /** How a value is written as text. */
  textOf(value: unknown): string;
  /** Whether a value has the type. */
  readonly is: (value: unknown) => boolean;
  /** Returns the value; `undefined` after adding a fault. */
  read(value: unknown, reading: ReadContext): unknown;
  /** A value of the type as JSON. */
  write(value: unknown): unknown;
  /** The JSON Schema of the type's JSON values. */
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** The parts of an argument that are needed to search its value. */
export interface TypedArgument {
  /** The property that holds its value. */
  readonly property: string;
  readonly type: ArgumentType;
  /** Whether it accepts free text, not just one of a few values or a value of another type. */
  readonly acceptsAnyText: boolean;
  /** The name of the HTTP header that repeats the argument, without `Mcp-Param-`. */
  readonly header: string | undefined;
}

/** How objects of a class with arguments are read. */
export interface ObjectPlan {
  readonly type: Class;
  readonly arguments: readonly TypedArgument[];
  read(raw: object, reading: ReadContext): object;
  write(object: object): object;
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** Adds the fault of a value that a type refuses. */
export function addTypeFault(
  { expected, rule }: Pick<ArgumentType, 'expected' | 'rule'>,
  { path, faults }: Pick<ReadContext, 'path' | 'faults'>,
): undefined {
  faults.push({ argument: path, rule, message: `${path} must be ${expected}`, expected });
}
