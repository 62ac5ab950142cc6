import { Allow } from 'class-validator';
import type { Completer } from '../api/completer.js';
import { OwnRecord } from '../metadata/own-record.js';
import { readRules } from '../validation/validation-rules.js';
import { refuseStandard } from '../metadata/standard-decorators.js';
import type { Class } from '../types.js';

/** An enum, or a constant object like one. Its values are all strings or all numbers. */
export type EnumObject = { readonly [member: string]: string | number };

/** The type of an argument: a built-in type, `JSON` for any JSON value, an enum, or a class. */
export type ArgType =
  | StringConstructor
  | NumberConstructor
  | BigIntConstructor
  | BooleanConstructor
  | DateConstructor
  | ArrayConstructor
  | typeof URL
  | typeof Uint8Array
  | typeof JSON
  | EnumObject
  | Class;

export interface ArgOptions {
  /**
   * The argument's name on the wire: in lists, requests and errors. Code uses the property, also in `@Complete()`.
   * It consists of letters and digits of any script, `_`, `-` and `$`.
   * @default the property's name
   */
  readonly name?: string;
  /** A display name; clients from 2025-06-18 on may show it instead of `name`. */
  readonly title?: string;
  /** What the argument means; clients show it where they ask for the value. The accepted values are appended. */
  readonly description?: string;
  /**
   * The argument's type, if the property does not reveal it: `JSON`, an enum, a union or an `import type`. A function
   * that returns the type is called at start-up, once files that import each other are loaded.
   * @default the property's own type, or that of its initial value
   */
  readonly type?: ArgType | (() => ArgType);
  /** The type of the array's items, or a function that returns it. Required for arrays. */
  readonly items?: ArgType | (() => ArgType);
  /**
   * Whether the argument must be present and not empty.
   * @default true, unless the property has an initial value or `@IsOptional()`
   */
  readonly required?: boolean;
  /**
   * Accepts an empty string as a value. Otherwise it counts as absent: several clients send one for a blank field.
   * @default false
   */
  readonly allowEmpty?: boolean;
  /**
   * The values to suggest for the argument, or a function that finds them. A `@Complete` method of the prompt takes
   * precedence.
   * @default the values of `@IsIn()`, `@IsEnum()` or an enum type; `true` and `false` for a boolean
   */
  readonly complete?: readonly string[] | Completer;
}

/** Declares a property of an arguments class to be an argument. */
export function Arg(options: ArgOptions = {}): PropertyDecorator {
  return (prototype, property) => {
    refuseStandard('Arg', property);
    writeArg(prototype, String(property), options);
  };
}

const ARGS = new OwnRecord<ArgRecords>('args');

export type ArgRecords = ReadonlyMap<string, ArgOptions>;

/** Copies inherited records before adding one, so that a subclass never writes into its parent. */
function writeArg(prototype: object, property: string, options: ArgOptions): void {
  ARGS.write(prototype, new Map(readOwn(prototype)).set(property, options));
  // Nest's mapped types derive a class by copying the validation rules of its properties, and nothing else. So each
  // argument gets a rule that always passes and carries the record along.
  Allow({ context: { [ARGS.key]: options } })(prototype, property);
}

/** The `@Arg` records of a class and its parents, the parents' first, each in source order. */
export function readArgs(type: Function): ArgRecords {
  const { prototype }: { readonly prototype: object } = type;
  const own = readOwn(prototype);
  return new Map([...[...readMapped(type)].filter(([name]) => !own.has(name)), ...own]);
}

function readOwn(prototype: object): ArgRecords {
  return ARGS.readInherited(prototype) ?? new Map();
}

function* readMapped(type: Function): Iterable<[string, ArgOptions]> {
  for (const { propertyName, context } of readRules(type)) {
    const options = (context as { readonly [key: symbol]: ArgOptions } | undefined)?.[ARGS.key];
    if (options !== undefined) yield [propertyName, options];
  }
}
