import { type ArgOptions, readArgs } from './arg.js';
import type { ArgumentType, ObjectPlan } from './argument-type.js';
import type { Defect } from '../definition-error.js';
import { readDesignType } from '../metadata/metadata.js';
import { ForeignType, NestedType, ListType, baseOf, EnumType, isEnum } from './object-types.js';
import { isScalar, SCALAR_TYPES } from './scalar-types.js';
import { isCondition, readRules, type RuleContent, type RuleMetadata } from './rule-records.js';
import { listedValues } from './rule-descriptions.js';
import type { Class } from '../types.js';

/** A property with `@Arg`, as declared in its class. */
export interface DeclaredArg {
  readonly type: Class;
  readonly name: string;
  readonly options: ArgOptions;
  /** The property's initial value. */
  readonly initial: unknown;
  readonly rules: readonly RuleMetadata[];
}

/** Compiles the classes that an argument's type refers to. */
interface ClassCompiler {
  /** Returns a getter for the plan of a class with arguments, to be called once everything is compiled. */
  planOf(type: Class): () => ObjectPlan;
  /** Compiles the rules of any other class. */
  compileRules(type: Class): void;
}

const DECLARE = 'Declare it: @Arg({ type: … })';

const TYPE_LOST: Defect = {
  id: 'argument-type-lost',
  problem:
    'has a type that is lost at run time: a mixed or an imported union, an interface, an `import type` or a circular import',
  remedy:
    'Declare it: @Arg({ type: String }) if it is a string, @Arg({ type: () => Stop }) where files import each other',
};
const NOT_EMITTED: Defect = {
  id: 'argument-without-type',
  problem: 'has no type at run time, because the compiler emitted none',
  remedy: `${DECLARE}; or set emitDecoratorMetadata, which tsc, swc and Vitest 4 and later follow, and esbuild and tsx do not`,
};
const MIXED: Defect = {
  id: 'argument-type-invalid',
  problem: 'is an enum of both strings and numbers',
  remedy: 'Declare the type of its values, with a rule: @Arg({ type: String }) @IsIn([…])',
};
const WITHOUT_ITEMS: Defect = {
  id: 'argument-items-unknown',
  problem: 'is an array whose item type is not known at run time',
  remedy: 'Declare it: @Arg({ items: String }), or @Arg({ items: () => Stop }) where files import each other',
};
const ARRAYS: Defect = {
  id: 'argument-type-invalid',
  problem: 'is an array of arrays',
  remedy: 'Take it as @Arg({ type: JSON })',
};

/**
 * The type of an argument: declared in `@Arg`, else the property's own type, else that of its initial value, else the one
 * type of all values that a rule allows.
 */
export function declaredType(arg: DeclaredArg, compilation: ClassCompiler): ArgumentType | Defect {
  const { type, items } = arg.options;
  const found = typeIn('type', type);
  if (isDefect(found)) return found;
  if (typeof found.type === 'string') return quotedType('type', found.type);
  if (found.type !== undefined) return typeOf(found.type, items, compilation);
  return items === undefined ? inferredType(arg, compilation) : listOf(items, compilation);
}

function inferredType({ type, name, initial, rules }: DeclaredArg, compilation: ClassCompiler): ArgumentType | Defect {
  const emitted = readDesignType(type, name);
  if (isEnum(emitted)) return baseOf(emitted) ?? MIXED; // Compilers emit either the enum or its base type.
  if (emitted !== undefined && emitted !== Object) return typeOf(emitted, undefined, compilation);
  if (initial !== undefined && initial !== null) return typeOf(initial.constructor, undefined, compilation);
  return typeOfListed(rules) ?? (emitted === Object ? TYPE_LOST : NOT_EMITTED);
}

/** Single-file compilers cannot resolve a union that another file declares, but `@IsIn` lists its values. */
function typeOfListed(rules: readonly RuleContent[]): ArgumentType | undefined {
  if (rules.some(isCondition)) return undefined;
  const certain = rules.filter(({ each, validateIf }) => !each && validateIf === undefined);
  const values = certain.map((rule) => listedValues(rule)).find((listed) => listed !== undefined) ?? [];
  const types = new Set(values.map((value) => SCALAR_TYPES.get(value?.constructor)));
  return types.size === 1 ? [...types][0] : undefined;
}

export function isDefect(found: object): found is Defect {
  return 'problem' in found;
}

function invalidType(problem: string, remedy: string): Defect {
  return { id: 'argument-type-invalid', problem, remedy };
}

/** The type that an option holds, directly or through a function. */
function typeIn(option: 'type' | 'items', value: unknown): { readonly type: unknown } | Defect {
  if (!isThunk(value)) return { type: value };
  const subject = option === 'type' ? 'a `type` whose function' : '`items` whose function';
  const remedy = `Return the class: @Arg({ ${option}: () => Stop })`;
  try {
    const type = value();
    if (type !== undefined && !isArrow(type)) return { type };
    const returned = type === undefined ? 'undefined' : 'a function that is not a class';
    return invalidType(`has ${subject} returns ${returned}`, remedy);
  } catch (cause) {
    return invalidType(`has ${subject} throws: ${cause instanceof Error ? cause.message : String(cause)}`, remedy);
  }
}

/**
 * Whether this is a function to call and not a class: an arrow function, or a function with an unchanged prototype. The
 * prototype of a class is not writable, unless a compiler has made a function of the class.
 */
function isThunk(value: unknown): value is () => unknown {
  if (isArrow(value)) return true;
  if (typeof value !== 'function') return false;
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === true && isUntouched(value as Class);
}

/** Whether this is a function that cannot be a class, such as an arrow function: a class has a prototype. */
function isArrow(value: unknown): value is () => unknown {
  return typeof value === 'function' && !Object.hasOwn(value, 'prototype');
}

function isUntouched(value: Class): boolean {
  const prototype: unknown = value.prototype;
  if (typeof prototype !== 'object' || prototype === null) return false;
  const isBare = Object.getPrototypeOf(prototype) === Object.prototype && Reflect.ownKeys(prototype).length === 1;
  return isBare && readArgs(value).size === 0 && readRules(value).length === 0;
}

function typeOf(declared: unknown, items: unknown, compilation: ClassCompiler): ArgumentType | Defect {
  const scalar = SCALAR_TYPES.get(declared);
  if (scalar !== undefined) return scalar;
  if (declared === Array) return listOf(items, compilation);
  if (isEnum(declared)) {
    const base = baseOf(declared);
    return base === undefined ? MIXED : new EnumType(declared, base);
  }
  if (!isOwnClass(declared)) return invalidType(unusable(declared), DECLARE);
  if (readArgs(declared).size === 0) {
    compilation.compileRules(declared);
    return new ForeignType(declared);
  }
  return new NestedType(declared, compilation.planOf(declared));
}

function listOf(items: unknown, compilation: ClassCompiler): ArgumentType | Defect {
  if (items === undefined) return WITHOUT_ITEMS;
  const found = typeIn('items', items);
  if (isDefect(found)) return found;
  if (found.type === Array) return ARRAYS;
  if (typeof found.type === 'string') return quotedType('items', found.type);
  const item = typeOf(found.type, undefined, compilation);
  return isDefect(item) ? item : new ListType(item, item instanceof EnumType || isScalar(item));
}

/** Whether this is a user-defined class, not a built-in one. */
function isOwnClass(declared: unknown): declared is Class {
  return (
    typeof declared === 'function' && !/\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(declared))
  );
}

function unusable(declared: unknown): string {
  return typeof declared === 'function'
    ? `is of the type ${declared.name}, which an argument cannot have`
    : 'has a type that is neither a class nor an enum';
}

/** The types that other libraries name by a string, in lower case. */
const CONSTRUCTORS: ReadonlyMap<string, string> = new Map([
  ['string', 'String'],
  ['number', 'Number'],
  ['integer', 'Number'],
  ['boolean', 'Boolean'],
  ['bigint', 'BigInt'],
  ['date', 'Date'],
  ['url', 'URL'],
  ['json', 'JSON'],
  ['object', 'JSON'],
]);

/** The fault of a type that is named by a string, as in JSON Schema. */
function quotedType(option: 'type' | 'items', written: string): Defect {
  const type = CONSTRUCTORS.get(written.toLowerCase());
  const replacement = type ?? 'a class, an enum, or a built-in type';
  return {
    id: 'argument-type-invalid',
    problem: `has the type ${JSON.stringify(written)}, which is a string`,
    remedy: `Write ${replacement}: @Arg({ ${option}: ${type ?? 'String'} })`,
  };
}
