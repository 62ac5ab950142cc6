import { Allow } from 'class-validator';
import type { Completer } from '../api/calls.js';
import { allRecords } from './rule-records.js';
import {
  isFunction,
  isPlainObject,
  areStrings,
  OptionKind,
  STRING,
  BOOLEAN,
  type OptionKinds,
} from '../text/option-kinds.js';
import { refuseBareMember, requireProperty, refuseStandard } from '../metadata/decorator-targets.js';
import type { Class } from '../types.js';

/** An enum, or a constant object that is used like one. Its values are all strings or all numbers. */
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
   * The argument's name on the wire: in lists, requests and errors. Code, including `@Complete()`, uses the property's
   * name. The name consists of letters and digits of any script, `_`, `-` and `$`.
   * @default the property's name
   */
  readonly name?: string;
  /** A display name. Clients may show it instead of `name` from protocol revision 2025-06-18 on. */
  readonly title?: string;
  /**
   * The description of the argument. The accepted values are appended.
   * @default the description of `@ApiProperty()` of `@nestjs/swagger`
   */
  readonly description?: string;
  /**
   * The argument's type, if the property's type is lost at run time: `JSON`, an enum, a union or an `import type`. If
   * files import each other, pass a function that returns the type. It is called once all files are loaded.
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
   * Whether an empty string is a value. Otherwise it counts as absent, because several clients send `""` for a blank
   * field.
   * @default false
   */
  readonly allowEmpty?: boolean;
  /**
   * The values to suggest for the argument, or a function that returns them. A `@Complete` method of the handler class
   * takes precedence.
   * @default the values of `@IsIn()`, `@IsEnum()` or an enum type; `true` and `false` for a boolean
   */
  readonly complete?: readonly string[] | Completer;
  /**
   * The title of each value that `@IsIn()`, `@IsEnum()` or an enum type lists. Forms show the title instead of the
   * value. Handlers and models still get the values.
   * @default none: forms show the values
   */
  readonly titles?: Readonly<Record<string, string>>;
  /**
   * The name, without the prefix `Mcp-Param-`, of an HTTP header in which clients repeat the argument so that gateways
   * can route by it. Clients do so from protocol revision 2026-07-28 on. The name consists of up to 50 letters, digits
   * and `-`. The argument must be a string, an integer or a boolean. Only tools use it; other kinds ignore it. Gateways
   * and their logs see the value, so do not use it for secrets (server/tools, "x-mcp-header").
   * @default none
   */
  readonly header?: string;
}

export const ARG_OPTIONS: OptionKinds<ArgOptions> = {
  name: true,
  title: STRING,
  description: STRING,
  type: true,
  items: true,
  required: BOOLEAN,
  allowEmpty: BOOLEAN,
  complete: new OptionKind('an array of strings, or a function (typed, context) that returns one', (value) => {
    return isFunction(value) || areStrings(value);
  }),
  titles: new OptionKind('an object with a title for each value, such as { low: "Not urgent" }', (value) => {
    return isPlainObject(value) && areStrings(Object.values(value));
  }),
  header: STRING,
};

/** Declares a property of an arguments class as an argument. */
export function Arg(options?: ArgOptions): PropertyDecorator;
export function Arg(options: ArgOptions = NO_OPTIONS, member?: unknown): PropertyDecorator {
  return argDecorator('Arg', options, member);
}

/** Declares a property of an output class or a form as a field. An alias of `@Arg()`. */
export function Field(options?: ArgOptions): PropertyDecorator;
export function Field(options: ArgOptions = NO_OPTIONS, member?: unknown): PropertyDecorator {
  return argDecorator('Field', options, member);
}

type ArgDecorator = 'Arg' | 'Field';

function argDecorator(decorator: ArgDecorator, options: ArgOptions, member: unknown): PropertyDecorator {
  refuseBareMember(decorator, options, member);
  return (prototype: object, property: string | symbol, third?: unknown) => {
    refuseStandard(decorator, property);
    requireProperty(decorator, prototype, property, third);
    // Stores the record in a rule that always passes, because Nest's mapped types copy only class-validator rules to
    // the classes that they derive.
    const record: ArgRecord = { options, owner: prototype.constructor, decorator };
    Allow({ context: { [RECORD_KEY]: record } })(prototype, property);
  };
}

const NO_OPTIONS: ArgOptions = {};
const RECORD_KEY = Symbol.for('dev.cuecard/arg');

interface ArgRecord {
  readonly options: ArgOptions;
  /** The class in which the decorator is written. The target of a copied rule is the derived class instead. */
  readonly owner: Function;
  readonly decorator: ArgDecorator;
}

/**
 * Returns the `@Arg` records of a class and its parents. Copied records come first, then records declared on the class
 * or a parent, each group in source order.
 */
export function readArgs(type: Function): ReadonlyMap<string, ArgRecord> {
  const copied = new Map<string, ArgRecord>();
  const declared = new Map<string, ArgRecord>();
  for (const { propertyName, context, target } of allRecords(type)) {
    const record: ArgRecord | undefined = context?.[RECORD_KEY];
    if (record !== undefined) (record.owner === target ? declared : copied).set(propertyName, record);
  }
  for (const name of declared.keys()) copied.delete(name);
  return copied.size === 0 ? declared : new Map([...copied, ...declared]);
}
