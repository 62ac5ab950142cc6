import { type ArgOptions, type ArgType, readArgs } from './arg.js';
import type { ArgumentType, ObjectPlan } from './argument-type.js';
import { ListType } from './list-type.js';
import { readDesignType } from '../metadata/own-record.js';
import { ForeignType, NestedType } from './object-types.js';
import { SCALAR_TYPES } from './scalar-types.js';
import type { Class } from '../types.js';

/** A property with `@Arg`, as it stands in its class. */
export interface DeclaredArg {
  readonly type: Class;
  readonly name: string;
  readonly options: ArgOptions;
  /** The property's initial value. */
  readonly initial: unknown;
}

/** Compiles the other classes that an argument's type leads to. */
interface ClassCompiler {
  /** The plan of a class with arguments, once everything is compiled. */
  planOf(type: Class): () => ObjectPlan;
  /** The rules of any other class. */
  readonly validation: { compile(type: Class): unknown };
}

/** Why a property has no type that an argument can have. */
export interface TypeFault {
  readonly problem: string;
  readonly remedy: string;
}

const NAME_IT = 'Say it: @Arg({ type: … })';

/** The type of an argument: what `@Arg` says, else the property's own, else that of its initial value. Never a guess. */
export function declaredType(arg: DeclaredArg, compilation: ClassCompiler): ArgumentType | TypeFault {
  const { options, initial } = arg;
  const declared = options.type ?? (options.items === undefined ? undefined : Array) ?? propertyType(arg);
  if (declared !== undefined && declared !== Object) return typeOf(declared, options.items, compilation);
  if (initial !== undefined && initial !== null) return typeOf(initial.constructor, options.items, compilation);
  if (declared === Object) {
    return {
      problem: 'has a type that is lost at run time: a union, an interface or an `import type`',
      remedy: NAME_IT,
    };
  }
  const remedy = `${NAME_IT}; or compile with emitDecoratorMetadata, as tsc and swc can and esbuild, tsx and vitest cannot`;
  return { problem: 'has no type at run time, because the compiler emitted none', remedy };
}

export function isTypeFault(found: ArgumentType | TypeFault): found is TypeFault {
  return 'problem' in found;
}

function propertyType({ type, name }: DeclaredArg): unknown {
  return readDesignType(type, name);
}

function typeOf(declared: unknown, items: ArgType | undefined, compilation: ClassCompiler): ArgumentType | TypeFault {
  const scalar = SCALAR_TYPES.get(declared);
  if (scalar !== undefined) return scalar;
  if (declared === Array) return listOf(items, compilation);
  if (!isOwnClass(declared))
    return { problem: `is of the type ${nameOf(declared)}, which no argument can be`, remedy: NAME_IT };
  if (readArgs(declared).size === 0) {
    compilation.validation.compile(declared); // Now, so that what its rules need is known at start-up.
    return new ForeignType(declared);
  }
  return new NestedType(compilation.planOf(declared));
}

function listOf(items: ArgType | undefined, compilation: ClassCompiler): ArgumentType | TypeFault {
  if (items === undefined) {
    return { problem: 'is an array of what is not known at run time', remedy: 'Say it: @Arg({ items: String })' };
  }
  if (items === Array) return { problem: 'is an array of arrays', remedy: 'Take it as @Arg({ type: JSON })' };
  const item = typeOf(items, undefined, compilation);
  return isTypeFault(item) ? item : new ListType(item, SCALAR_TYPES.has(items) && items !== JSON);
}

/** A class that somebody wrote, as opposed to those of the language. */
function isOwnClass(declared: unknown): declared is Class {
  return (
    typeof declared === 'function' && !/\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(declared))
  );
}

function nameOf(declared: unknown): string {
  return typeof declared === 'function' ? declared.name : String(declared);
}
