import { type ArgOptions, readArgs } from './arg.js';
import type { ArgumentType, ObjectPlan } from './argument-type.js';
import { type Defect, defect } from '../definition-error.js';
import { readDesignType } from '../metadata/metadata.js';
import { ForeignType, ListType, NestedType } from './object-types.js';
import { isCondition } from './rule.js';
import { readRecords, type RuleMetadata } from './rule-records.js';
import { commonType, enumType, isEnum, SCALAR_TYPES } from './scalar-types.js';
import { listedValues } from './rule-descriptions.js';
import type { Class } from '../types.js';

/** A property with `@Arg`, and everything that its class declares about it. */
export interface DeclaredArg {
  readonly type: Class;
  readonly name: string;
  readonly options: ArgOptions;
  readonly initial: unknown;
  readonly records: readonly RuleMetadata[];
}

/** Compiles the classes that an argument's type refers to. */
interface ClassCompiler {
  /** Returns a function for use after compilation, which returns the plan of a class with arguments. */
  planOf(type: Class): () => ObjectPlan;
  /** Compiles the rules of any other class. */
  compileRules(type: Class): void;
}

const TYPE_LOST = defect(
  'argument-type-lost',
  'has a type that does not exist at run time: a union of different types, an imported union, an interface, a class from `import type` or a class in a circular import',
  'Declare the type: @Arg({ type: String }) for a string, or @Arg({ type: () => Stop }) for a class Stop in a circular import',
);
const NOT_EMITTED = defect(
  'argument-without-type',
  'has no type at run time, because the compiler did not emit it',
  'Declare the type: @Arg({ type: … }). Or set emitDecoratorMetadata in tsconfig.json and compile with tsc, swc, or Vitest 4 or later. esbuild and tsx ignore the option',
);
const MIXED_ENUM = typeDefect(
  'is an enum of both strings and numbers',
  'Declare the type of its values, and add a rule: @Arg({ type: String }) @IsIn([…])',
);
const ITEM_TYPE_UNKNOWN = defect(
  'argument-items-unknown',
  'is an array whose item type is not known at run time',
  'Declare the item type: @Arg({ items: String }), or @Arg({ items: () => Stop }) for a class Stop in a circular import',
);
const NESTED_ARRAY = typeDefect('is an array of arrays', 'Declare it as @Arg({ type: JSON })');

function typeDefect(problem: string, remedy: string): Defect {
  return defect('argument-type-invalid', problem, remedy);
}

/**
 * Finds the type of an argument. The sources, in this order: the type in `@Arg`, the property's emitted type, the type
 * of its initial value, and the common type of the values that `@IsIn` or a similar rule lists.
 */
export function declaredType(arg: DeclaredArg, compilation: ClassCompiler): ArgumentType | Defect {
  const { type, items } = arg.options;
  const unwrapped = unwrapType('type', type);
  if (isDefect(unwrapped)) return unwrapped;
  if (unwrapped.type !== undefined) return resolveType(unwrapped.type, items, compilation);
  return items === undefined ? inferredType(arg, compilation) : resolveListType(items, compilation);
}

function inferredType(
  { type, name, initial, records }: DeclaredArg,
  compilation: ClassCompiler,
): ArgumentType | Defect {
  const emitted = readDesignType(type, name);
  if (isEnum(emitted)) return enumType(emitted)?.base ?? MIXED_ENUM; // Some compilers emit the enum, others its base type.
  if (emitted !== undefined && emitted !== Object) return resolveType(emitted, undefined, compilation);
  if (initial !== undefined && initial !== null) return resolveType(initial.constructor, undefined, compilation);
  return typeOfListedValues(records) ?? (emitted === Object ? TYPE_LOST : NOT_EMITTED);
}

/**
 * Infers the type from the values in `@IsIn`, because compilers that read single files cannot resolve an imported
 * union.
 */
function typeOfListedValues(records: readonly RuleMetadata[]): ArgumentType | undefined {
  if (records.some(isCondition)) return undefined;
  const certain = records.filter(({ each, validateIf }) => !each && validateIf === undefined);
  const values = certain.map((record) => listedValues(record)).find((listed) => listed !== undefined);
  return commonType(values ?? []);
}

export function isDefect(value: object): value is Defect {
  return 'problem' in value;
}

function unwrapType(option: 'type' | 'items', value: unknown): { readonly type: unknown } | Defect {
  if (typeof value === 'string') return typeNameDefect(option, value);
  if (!isThunk(value)) return { type: value };
  const subject = `a function \`${option}\` that`;
  const remedy = `Return a class: @Arg({ ${option}: () => Stop })`;
  try {
    const type = value();
    if (typeof type === 'string') return typeNameDefect(option, type);
    if (type !== undefined && !isArrow(type)) return { type };
    const returned = type === undefined ? 'undefined' : 'a function that is not a class';
    return typeDefect(`has ${subject} returns ${returned}`, remedy);
  } catch (cause) {
    return typeDefect(`has ${subject} throws: ${cause instanceof Error ? cause.message : String(cause)}`, remedy);
  }
}

/**
 * Whether this is a function to call rather than a class: an arrow function, or a `function` with an unchanged
 * prototype. A class's `prototype` property is read-only, unless the class was compiled to a function.
 */
function isThunk(value: unknown): value is () => unknown {
  if (isArrow(value)) return true;
  if (typeof value !== 'function') return false;
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === true && isPlainFunction(value as Class);
}

/** Whether this is a function without a `prototype` property, and therefore not a class. */
function isArrow(value: unknown): value is () => unknown {
  return typeof value === 'function' && !Object.hasOwn(value, 'prototype');
}

function isPlainFunction(value: Class): boolean {
  const prototype: unknown = value.prototype;
  if (typeof prototype !== 'object' || prototype === null) return false;
  const isUnchanged = Object.getPrototypeOf(prototype) === Object.prototype && Reflect.ownKeys(prototype).length === 1;
  return isUnchanged && readArgs(value).size === 0 && readRecords(value).length === 0;
}

function resolveType(declared: unknown, items: unknown, compilation: ClassCompiler): ArgumentType | Defect {
  const scalar = SCALAR_TYPES.get(declared);
  if (scalar !== undefined) return scalar;
  if (declared === Array) return resolveListType(items, compilation);
  if (isEnum(declared)) return enumType(declared) ?? MIXED_ENUM;
  if (!isUserClass(declared))
    return typeDefect(describeUnusableType(declared), 'Declare a supported type, such as @Arg({ type: JSON })');
  if (readArgs(declared).size === 0) {
    compilation.compileRules(declared);
    return new ForeignType(declared);
  }
  return new NestedType(declared, compilation.planOf(declared));
}

function resolveListType(items: unknown, compilation: ClassCompiler): ArgumentType | Defect {
  if (items === undefined) return ITEM_TYPE_UNKNOWN;
  const unwrapped = unwrapType('items', items);
  if (isDefect(unwrapped)) return unwrapped;
  if (unwrapped.type === Array) return NESTED_ARRAY;
  const item = resolveType(unwrapped.type, undefined, compilation);
  return isDefect(item) ? item : new ListType(item);
}

/** Whether this is a class that the application defines, not a built-in class. */
function isUserClass(declared: unknown): declared is Class {
  return (
    typeof declared === 'function' && !/\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(declared))
  );
}

function describeUnusableType(declared: unknown): string {
  return typeof declared === 'function'
    ? `has the type ${declared.name}, which arguments cannot have`
    : 'has a type that is neither a class nor an enum';
}

/** Returns the defect for a type that is written as a string, as in JSON Schema. */
function typeNameDefect(option: 'type' | 'items', written: string): Defect {
  const name = TYPE_ALIASES.get(written.toLowerCase()) ?? written;
  const type = CONSTRUCTORS.find((each) => each.toLowerCase() === name.toLowerCase());
  const replacement = type ?? 'a class, an enum, or a built-in type';
  const remedy = `Write ${replacement}: @Arg({ ${option}: ${type ?? 'String'} })`;
  return typeDefect(`has the string ${JSON.stringify(written)} as its type`, remedy);
}

/** The correct names of the types that other libraries write as strings. */
const CONSTRUCTORS = ['String', 'Number', 'BigInt', 'Boolean', 'Date', 'URL', 'JSON'];
const TYPE_ALIASES: ReadonlyMap<string, string> = new Map([
  ['integer', 'Number'],
  ['object', 'JSON'],
]);
