import type { Limits } from '../limits.js';
import type { ArgumentFault } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { Class } from '../types.js';
import type { JsType } from './rule-descriptions.js';

/** Whether members have their names on the wire, or the names of their properties. */
export type Naming = 'wire' | 'property';

/** How values of one origin are read. */
interface OriginTraits {
  readonly names: Naming;
  /** Whether an empty string is a value, which otherwise counts as absent. */
  readonly keepsEmpty: boolean;
  /** The types that are also parsed from strings: all, only types that JSON lacks, such as dates (`own`), or none. */
  readonly parses: 'all' | 'own' | 'none';
  /** Whether a handler has returned the value. Limits and transformations of arguments do not apply to it. */
  readonly isFromHandler?: boolean;
}

/** The origins of values, and how each is read. */
const ORIGIN_TRAITS = {
  /** A string argument on the wire, as prompts have. */
  text: { names: 'wire', keepsEmpty: false, parses: 'all' },
  /** A member of an object or array that a string argument holds as JSON. */
  json: { names: 'wire', keepsEmpty: false, parses: 'all' },
  /** A typed value from a caller in process, for a string argument. */
  value: { names: 'property', keepsEmpty: false, parses: 'none' },
  /** JSON on the wire, as tools get. Strings may stand for values of other types. */
  sent: { names: 'wire', keepsEmpty: true, parses: 'all' },
  /** JSON on the wire. Strings stand for other types only if JSON lacks these. */
  exact: { names: 'wire', keepsEmpty: true, parses: 'own' },
  /** A typed value from a caller in process, for a JSON argument. */
  typed: { names: 'property', keepsEmpty: true, parses: 'none' },
  /** A member of an object that a handler has returned. */
  output: { names: 'property', keepsEmpty: true, parses: 'own', isFromHandler: true },
  /** A member of a tool's JSON output after interceptors, which may have changed it. */
  answer: { names: 'wire', keepsEmpty: true, parses: 'own', isFromHandler: true },
} satisfies Readonly<Record<string, OriginTraits>>;

export type Origin = keyof typeof ORIGIN_TRAITS;

export const ORIGINS: Readonly<Record<Origin, OriginTraits>> = ORIGIN_TRAITS;

/** How one value is read, and where its faults go. */
export interface ReadContext {
  readonly origin: Origin;
  /** The argument's name and the path into it: `stops[1].city`. */
  readonly path: string;
  readonly faults: ArgumentFault[];
  /** How deeply JSON may be nested. */
  readonly maxDepth: number;
  /** The traversal of the output that contains the value. */
  readonly walk?: OutputWalk | undefined;
}

/** The traversal of an output, which may refer to a whole application. */
export interface OutputWalk {
  /** The number of objects from the root to the current one. */
  depth: number;
  /** The number of objects visited so far. */
  objects: number;
  /** The limits of `depth` and `objects`. An output that exceeds them probably refers to itself. */
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
  /** Sample values, or all values if they are few. */
  readonly samples: readonly unknown[];
  readonly values?: readonly unknown[];
  /** The common type of the values of an enum. */
  readonly base?: ArgumentType;
  readonly items?: ArgumentType;
  /** Whether each value is a single string that is not JSON, so that commas can separate several. */
  readonly isPlain?: boolean;
  /** Whether its values are objects, which may have rules of their own. */
  readonly isObject?: boolean;
  /** Whether `null` is a value of the type. */
  readonly acceptsNull?: boolean;
  /** The rules of class-validator that judge the text of a value, such as `isDateString`. */
  readonly textRules: readonly string[];
  /** Whether these rules judge the normalised text, even if the value was read from a string. */
  readonly isNormalized?: boolean;
  textOf(value: unknown): string;
  readonly is: (value: unknown) => boolean;
  /** Reads a value; `undefined` after adding a fault. */
  read(value: unknown, reading: ReadContext): unknown;
  write(value: unknown): unknown;
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** The members of an argument that a search in its value needs. */
export interface TypedArgument {
  readonly property: string;
  readonly type: ArgumentType;
  /** Whether it accepts free text, not just one of a few values or a value of another type. */
  readonly acceptsAnyText: boolean;
  readonly header: string | undefined;
}

/** Reads and writes the objects of a class with arguments. */
export interface ObjectPlan {
  readonly type: Class;
  readonly arguments: readonly TypedArgument[];
  read(raw: object, reading: ReadContext): object;
  write(object: object): object;
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** Adds a fault for a value of another type. */
export function addTypeFault(
  { expected, rule }: Pick<ArgumentType, 'expected' | 'rule'>,
  { path, faults }: Pick<ReadContext, 'path' | 'faults'>,
): undefined {
  faults.push({ argument: path, rule, message: `${path} must be ${expected}`, expected });
}
