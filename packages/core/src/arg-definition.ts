import type { ArgOptions } from './arg.js';
import { ArgumentRules, declareOptional, declareRequired } from './argument-rules.js';
import type { DefinitionFault } from './errors.js';
import { readDesignType } from './metadata.js';
import type { PromptArgument } from './protocol.js';
import type { Class } from './types.js';

/** One argument, compiled from `@Arg`, its property and its rules. */
export interface ArgDefinition {
  readonly name: string;
  /** As `prompts/list` tells it. */
  readonly entry: Readonly<PromptArgument>;
  /** Whether an empty string is a value; otherwise it counts as absent. */
  readonly allowEmpty: boolean;
}

interface Declared {
  readonly type: Class;
  /** An instance of the class, for its initial values. */
  readonly sample: object;
  readonly name: string;
  readonly options: ArgOptions;
}

export function compileArg(declared: Declared, faults: DefinitionFault[]): ArgDefinition {
  const { type, name, options } = declared;
  const initial = initialValue(declared);
  const rules = new ArgumentRules(type);
  faults.push(
    ...[typeFault(declared, initial), presenceFault(declared, initial, rules)].filter((f) => f !== undefined),
  );

  const required = options.required ?? (initial === undefined && !rules.isOptional(name));
  const { title, description, allowEmpty = false } = options;
  if (required) declareRequired(type, name, allowEmpty);
  else if (initial === undefined) declareOptional(type, name);
  const entry = {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    // An argument whose rules depend on others is not one that a client should insist on.
    required: required && !rules.isConditional(name),
  };
  return Object.freeze({ name, entry: Object.freeze(entry), allowEmpty });
}

function initialValue({ sample, name }: Declared): unknown {
  return (sample as Readonly<Record<string, unknown>>)[name];
}

function typeFault({ type, name }: Declared, initial: unknown): DefinitionFault | undefined {
  const where = `${type.name}.${name}`;
  if (name === '__proto__') return { where, problem: 'has a name that JavaScript keeps', remedy: 'Rename it' };
  const declared = readDesignType(type.prototype as object, name);
  if (declared === String || typeof initial === 'string') return undefined;
  if (declared === undefined) {
    const problem = 'has no type at run time, because the compiler emitted none';
    return {
      where,
      problem,
      remedy: 'Compile with experimentalDecorators and emitDecoratorMetadata, as tsc and swc can',
    };
  }
  const found = initial === undefined ? nameOfType(declared) : `a ${typeof initial}`;
  return {
    where,
    problem: `is ${found}, not a string`,
    remedy: 'Declare it as a string: prompt arguments are strings',
  };
}

function nameOfType(declared: unknown): string {
  return declared === Object || typeof declared !== 'function'
    ? 'of a type that is lost at run time'
    : `a ${declared.name}`;
}

function presenceFault({ type, name, options }: Declared, initial: unknown, rules: ArgumentRules) {
  if (options.required !== true) return undefined;
  const where = `${type.name}.${name}`;
  if (initial !== undefined) {
    return { where, problem: 'is required, and has an initial value', remedy: 'Drop one of the two' };
  }
  if (!rules.isOptional(name)) return undefined;
  return { where, problem: 'is required, and is @IsOptional()', remedy: 'Drop one of the two' };
}
