import { Allow } from 'class-validator';
import type { Completer } from '../api/calls.js';
import { allRecords } from './rule-records.js';
import { isFunction, isPlainObject, isTexts, OptionKind, TEXT, YES_OR_NO, type Known } from '../text/option-kinds.js';
import { refuseBareMember, requireProperty, refuseStandard } from '../metadata/decorator-targets.js';
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
   * The argument's name on the wire: in lists, requests and errors. Code uses the property, including in `@Complete()`.
   * It consists of letters and digits of any script, `_`, `-` and `$`.
   * @default the property's name
   */
  readonly name?: string;
  /** A display name; clients from 2025-06-18 on may show it instead of `name`. */
  readonly title?: string;
  /**
   * The meaning of the argument; clients show it next to the input. The accepted values are appended.
   * @default the description of `@ApiProperty()` of `@nestjs/swagger`
   */
  readonly description?: string;
  /**
   * The argument's type, if the property does not reveal it: `JSON`, an enum, a union or an `import type`. A function
   * that returns the type is called at start-up, once files that import each other are loaded.
   * @default the type of the property, or of its initial value
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
  /**
   * The titles that forms show instead of the values that `@IsIn()`, `@IsEnum()` or an enum type lists, by value. A
   * value without a title is shown itself. Handlers and models get the values.
   * @default none: the values themselves
   */
  readonly titles?: Readonly<Record<string, string>>;
  /**
   * The rest of the name of the HTTP header `Mcp-Param-…` in which clients since 2026-07-28 repeat the argument, so that
   * gateways can route by it: up to 50 letters, digits and `-`. Only arguments of tools that are strings, integers or
   * booleans can have one; elsewhere it means nothing. Gateways and their logs see the value: leave it out for secrets
   * (server/tools, "x-mcp-header").
   * @default none
   */
  readonly header?: string;
}

/** The names of the options of `@Arg()`. */
export const ARG_OPTIONS: Known<ArgOptions> = {
  name: true,
  title: TEXT,
  description: TEXT,
  type: true,
  items: true,
  required: YES_OR_NO,
  allowEmpty: YES_OR_NO,
  complete: new OptionKind('an array of strings, or a function (typed, context) that returns one', (value) => {
    return isFunction(value) || isTexts(value);
  }),
  titles: new OptionKind('an object with a title for each value, such as { low: "Not urgent" }', (value) => {
    return isPlainObject(value) && isTexts(Object.values(value));
  }),
  header: TEXT,
};

/** Declares a property of an arguments class to be an argument. */
export function Arg(options?: ArgOptions): PropertyDecorator;
export function Arg(options: ArgOptions = NONE, member?: unknown): PropertyDecorator {
  return argDecorator('Arg', options, member);
}

/** Declares a property of an output class or a form to be a field: `@Arg()` by another name. */
export function Field(options?: ArgOptions): PropertyDecorator;
export function Field(options: ArgOptions = NONE, member?: unknown): PropertyDecorator {
  return argDecorator('Field', options, member);
}

/** The decorators that declare an argument. */
type ArgDecorator = 'Arg' | 'Field';

function argDecorator(decorator: ArgDecorator, options: ArgOptions, member: unknown): PropertyDecorator {
  refuseBareMember(decorator, options, member);
  return (prototype: object, property: string | symbol, third?: unknown) => {
    refuseStandard(decorator, property);
    requireProperty(decorator, prototype, property, third);
    // The record is part of a rule that always passes. Nest's mapped types derive a class by copying the rules of its
    // properties, and nothing else.
    const record: ArgRecord = { options, owner: prototype.constructor, decorator };
    Allow({ context: { [RECORD]: record } })(prototype, property);
  };
}

const NONE: ArgOptions = {};
const RECORD = Symbol.for('dev.cuecard/arg');

interface ArgRecord {
  readonly options: ArgOptions;
  /** The class that has the decorator: rules that were copied have another target. */
  readonly owner: Function;
  readonly decorator: ArgDecorator;
}

/** The `@Arg` records of a class and its parents: those that were copied, then the parents', each in source order. */
export function readArgs(type: Function): ReadonlyMap<string, ArgRecord> {
  const copied = new Map<string, ArgRecord>();
  const declared = new Map<string, ArgRecord>();
  for (const { propertyName, context, target } of allRecords(type)) {
    const record: ArgRecord | undefined = context?.[RECORD];
    if (record !== undefined) (record.owner === target ? declared : copied).set(propertyName, record);
  }
  for (const name of declared.keys()) copied.delete(name);
  return copied.size === 0 ? declared : new Map([...copied, ...declared]);
}
