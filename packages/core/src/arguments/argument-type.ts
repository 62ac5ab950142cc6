import type { Limits } from '../limits.js';
import type { ArgumentFault } from '../errors.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { Class } from '../types.js';
import type { JsType } from './rule-descriptions.js';

/** Whether objects use wire names or property names. */
export type Naming = 'wire' | 'property';

/** How values of one origin are read. */
interface OriginTraits {
  readonly names: Naming;
  /** Whether an empty string is a value. Otherwise it counts as absent. */
  readonly keepsEmpty: boolean;
  /**
   * The types that are also parsed from strings: `all`, `none`, or only types that JSON lacks, such as dates (`own`).
   */
  readonly parses: 'all' | 'own' | 'none';
  /** Whether a handler has returned the value. Limits and transformations of arguments do not apply to it. */
  readonly isFromHandler?: boolean;
}

const ORIGIN_TRAITS = {
  /** A string argument on the wire, as for prompts. */
  text: { names: 'wire', keepsEmpty: false, parses: 'all' },
  /** A member of an object or array inside a string argument that contains JSON. */
  json: { names: 'wire', keepsEmpty: false, parses: 'all' },
  /** A typed value for a string argument, from an in-process call. */
  value: { names: 'property', keepsEmpty: false, parses: 'none' },
  /** JSON on the wire, as for tools. Strings are also parsed as values of any other type. */
  sent: { names: 'wire', keepsEmpty: true, parses: 'all' },
  /** JSON on the wire. Strings are parsed only as types that JSON lacks. */
  exact: { names: 'wire', keepsEmpty: true, parses: 'own' },
  /** A typed value for a JSON argument, from an in-process call. */
  typed: { names: 'property', keepsEmpty: true, parses: 'none' },
  /** A member of an object that a handler has returned. */
  output: { names: 'property', keepsEmpty: true, parses: 'own', isFromHandler: true },
  /** A member of a tool's JSON output after interceptors have run. They may have changed it. */
  answer: { names: 'wire', keepsEmpty: true, parses: 'own', isFromHandler: true },
} satisfies Readonly<Record<string, OriginTraits>>;

export type Origin = keyof typeof ORIGIN_TRAITS;

export const ORIGINS: Readonly<Record<Origin, OriginTraits>> = ORIGIN_TRAITS;

/** How one value is read, and where its faults are added. */
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

/** The traversal of an output. An output may refer to every object of the application, so the traversal is limited. */
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

/** A type that an argument can have: how its values are read, validated, written and described. */
export interface ArgumentType {
  /** The words after "must be" in faults. */
  readonly expected: string;
  /** The rule's name in faults. */
  readonly rule: string;
  /** The JavaScript type of the values; `undefined` if they can have any type. */
  readonly jsType: JsType | undefined;
  /** Sample values, or all values if there are only a few. */
  readonly samples: readonly unknown[];
  readonly values?: readonly unknown[];
  /** The type of an enum's values. */
  readonly base?: ArgumentType;
  readonly items?: ArgumentType;
  /** Whether each value is written as one string that is not JSON, so that a list can be separated by commas. */
  readonly isPlain?: boolean;
  /** Whether the values are objects. Their classes may have rules. */
  readonly isObject?: boolean;
  /** Whether `null` is a value of the type. */
  readonly acceptsNull?: boolean;
  /** The class-validator rules that validate the text form of a value, such as `isDateString`. */
  readonly textRules: readonly string[];
  /** Whether `textRules` validate the normalised text instead of the string that the value was read from. */
  readonly isNormalized?: boolean;
  textOf(value: unknown): string;
  readonly is: (value: unknown) => boolean;
  /** Reads a value; `undefined` after adding a fault. */
  read(value: unknown, reading: ReadContext): unknown;
  write(value: unknown): unknown;
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** The part of `ArgDefinition` that code needs to walk nested arguments. */
export interface TypedArgument {
  readonly property: string;
  readonly type: ArgumentType;
  /** Whether the accepted values are not limited to a list from the rules or the type. */
  readonly acceptsAnyText: boolean;
  readonly header: string | undefined;
}

/** Reads and writes instances of a class with `@Arg` properties. */
export interface ObjectPlan {
  readonly type: Class;
  readonly arguments: readonly TypedArgument[];
  read(raw: object, reading: ReadContext): object;
  write(object: object): object;
  schema(definitions: SchemaDefinitions): JsonSchema;
}

/** Adds a fault for a value that is not of the type. */
export function addTypeFault(
  { expected, rule }: Pick<ArgumentType, 'expected' | 'rule'>,
  { path, faults }: Pick<ReadContext, 'path' | 'faults'>,
): undefined {
  faults.push({ argument: path, rule, message: `${path} must be ${expected}`, expected });
}
