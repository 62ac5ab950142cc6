import { type ArgOptions, readArgs } from './arg.js';
import type { ArgumentType, ObjectPlan } from './argument-type.js';
import type { Defect } from '../definition-error.js';
import { readDesignType } from '../metadata/metadata.js';
import { ForeignType, NestedType, ListType, enumBase, EnumType, isEnum } from './object-types.js';
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

const DECLARE_TYPE = 'Declare it: @Arg({ type: … })';

const TYPE_LOST: Defect = {
  id: 'argument-type-lost',
  problem: 'has a type that is lost at run time: a union, an interface, an `import type` or a circular import',
  remedy: `${DECLARE_TYPE}, or @Arg({ type: () => … }) where files import each other`,
};
const NOT_EMITTED: Defect = {
  id: 'argument-without-type',
  problem: 'has no type at run time, because the compiler emitted none',
  remedy: `${DECLARE_TYPE}; or set emitDecoratorMetadata, which tsc, swc and Vitest 4 and later follow, and esbuild and tsx do not`,
};
const MIXED_ENUM: Defect = {
  id: 'argument-type-invalid',
  problem: 'is an enum of both strings and numbers',
  remedy: 'Declare the type of its values, with a rule: @Arg({ type: String }) @IsIn([…])',
};
const ITEM_TYPE_UNKNOWN: Defect = {
  id: 'argument-items-unknown',
  problem: 'is an array whose item type is not known at run time',
  remedy: 'Declare it: @Arg({ items: String }), or @Arg({ items: () => Stop }) where files import each other',
};
const NESTED_ARRAY: Defect = {
  id: 'argument-type-invalid',
  problem: 'is an array of arrays',
  remedy: 'Take it as @Arg({ type: JSON })',
};

/**
 * The type of an argument: the type declared in `@Arg`, otherwise the property's own type, otherwise the type of its
 * initial value, otherwise the common type of all values that a rule allows.
 */
export function declaredType(arg: DeclaredArg, compilation: ClassCompiler): ArgumentType | Defect {
  const { type, items } = arg.options;
  const found = unwrapType('type', type);
  if (isDefect(found)) return found;
  if (typeof found.type === 'string') return typeNameDefect('type', found.type);
  if (found.type !== undefined) return typeOf(found.type, items, compilation);
  return items === undefined ? inferredType(arg, compilation) : listOf(items, compilation);
}

function inferredType({ type, name, initial, rules }: DeclaredArg, compilation: ClassCompiler): ArgumentType | Defect {
  const emitted = readDesignType(type, name);
  if (isEnum(emitted)) return enumBase(emitted) ?? MIXED_ENUM; // Compilers emit either the enum or its base type.
  if (emitted !== undefined && emitted !== Object) return typeOf(emitted, undefined, compilation);
  if (initial !== undefined && initial !== null) return typeOf(initial.constructor, undefined, compilation);
  return typeOfListedValues(rules) ?? (emitted === Object ? TYPE_LOST : NOT_EMITTED);
}

/** The type of the values that `@IsIn` lists. Single-file compilers emit no type for a union that another file declares. */
function typeOfListedValues(rules: readonly RuleContent[]): ArgumentType | undefined {
  if (rules.some(isCondition)) return undefined;
  const unconditional = rules.filter(({ each, validateIf }) => !each && validateIf === undefined);
  const values = unconditional.map((rule) => listedValues(rule)).find((listed) => listed !== undefined) ?? [];
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
function unwrapType(option: 'type' | 'items', value: unknown): { readonly type: unknown } | Defect {
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
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === true && isPlainFunction(value as Class);
}

/** Whether this is a function that cannot be a class, such as an arrow function: a class has a prototype. */
function isArrow(value: unknown): value is () => unknown {
  return typeof value === 'function' && !Object.hasOwn(value, 'prototype');
}

function isPlainFunction(value: Class): boolean {
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
    const base = enumBase(declared);
    return base === undefined ? MIXED_ENUM : new EnumType(declared, base);
  }
  if (!isUserClass(declared)) return invalidType(unusableTypeProblem(declared), DECLARE_TYPE);
  if (readArgs(declared).size === 0) {
    compilation.compileRules(declared);
    return new ForeignType(declared);
  }
  return new NestedType(declared, compilation.planOf(declared));
}

function listOf(items: unknown, compilation: ClassCompiler): ArgumentType | Defect {
  if (items === undefined) return ITEM_TYPE_UNKNOWN;
  const found = unwrapType('items', items);
  if (isDefect(found)) return found;
  if (found.type === Array) return NESTED_ARRAY;
  if (typeof found.type === 'string') return typeNameDefect('items', found.type);
  const item = typeOf(found.type, undefined, compilation);
  return isDefect(item) ? item : new ListType(item, item instanceof EnumType || isScalar(item));
}

/** Whether this is a user-defined class, not a built-in one. */
function isUserClass(declared: unknown): declared is Class {
  return (
    typeof declared === 'function' && !/\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(declared))
  );
}

function unusableTypeProblem(declared: unknown): string {
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

/** The defect of a type that is named by a string, as in JSON Schema. */
function typeNameDefect(option: 'type' | 'items', typeName: string): Defect {
  const type = CONSTRUCTORS.get(typeName.toLowerCase());
  const replacement = type ?? 'a class, an enum, or a built-in type';
  return {
    id: 'argument-type-invalid',
    problem: `has the type ${JSON.stringify(typeName)}, which is a string`,
    remedy: `Write ${replacement}: @Arg({ ${option}: ${type ?? 'String'} })`,
  };
}
