import { Allow } from 'class-validator';
import type { Completer } from '../api/completer.js';
import { OwnRecord } from '../metadata/own-record.js';
import { readRules } from '../validation/validation-rules.js';
import { refuseStandard } from '../metadata/standard-decorators.js';
import type { Class } from '../types.js';

/** An enum, or a constant object like one: its values are all strings, or all numbers. */
export type EnumObject = { readonly [member: string]: string | number };

/** The type of an argument: a type of the language, `JSON` for anything that JSON can write, an enum, or a class. */
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
   * The argument's name on the wire: in lists, requests and errors. Code keeps to the property, also in `@Complete()`.
   * It has letters and digits of any script, `_`, `-` and `$`.
   * @default the property's
   */
  readonly name?: string;
  /** A name for people; clients from 2025-06-18 on may show it instead of `name`. */
  readonly title?: string;
  /** What the argument means; clients show it where they ask for the value. What is accepted is added to it. */
  readonly description?: string;
  /**
   * The argument's type, where the property does not show it: `JSON`, an enum, or what a union or an `import type` has
   * lost. A function that returns the type is called at start-up, when files that import each other are loaded.
   * @default the property's own type, or that of its initial value
   */
  readonly type?: ArgType | (() => ArgType);
  /** The type of an array's items, or a function that returns it; an array must have it. */
  readonly items?: ArgType | (() => ArgType);
  /**
   * Whether the argument must be there and not empty.
   * @default true, unless the property has an initial value or `@IsOptional()`
   */
  readonly required?: boolean;
  /**
   * Takes an empty string as a value. Otherwise it counts as absent: several clients send one for a field left blank.
   * @default false
   */
  readonly allowEmpty?: boolean;
  /**
   * The values to suggest for the argument, or what finds them. A `@Complete` method of the prompt comes before it.
   * @default the values of `@IsIn()` or `@IsEnum()`; `true` and `false` for a boolean
   */
  readonly complete?: readonly string[] | Completer;
}

/** Makes a property of an arguments class an argument of the prompts that use the class. */
export function Arg(options: ArgOptions = {}): PropertyDecorator {
  return (prototype, property) => {
    refuseStandard('Arg', property);
    writeArg(prototype, String(property), options);
  };
}

const ARGS = new OwnRecord<ArgRecords>('args');

export type ArgRecords = ReadonlyMap<string, ArgOptions>;

/** Copies what is inherited before adding, so that a subclass never writes into its parent. */
function writeArg(prototype: object, property: string, options: ArgOptions): void {
  ARGS.write(prototype, new Map(readOwn(prototype)).set(property, options));
  // Nest's mapped types make a class from another by copying the rules of its properties, and nothing else. So each
  // argument has a rule that forbids nothing and carries the record along.
  Allow({ context: { [ARGS.key]: options } })(prototype, property);
}

/** The `@Arg` records of a class and its parents, the parents' first, each in the order of the source. */
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
