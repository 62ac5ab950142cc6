import 'reflect-metadata';
import { Allow } from 'class-validator';
import type { ArgOptions } from './arguments/arg.js';
import type { PromptOptions } from './prompt.js';
import { readRules } from './validation/validation-rules.js';

// The only file that knows where decorators leave their records. The keys are global symbols, so that two copies of
// this package in one process agree, and each can say which prompts are the other's: it does not know their errors.
const PROMPT = Symbol.for('cuecard.dev/prompt');
const ARGS = Symbol.for('cuecard.dev/args');
const COMPLETERS = Symbol.for('cuecard.dev/completers');

export type ArgRecords = ReadonlyMap<string, ArgOptions>;

/** The prompts that this copy has decorated. */
const ours = new WeakSet();

export function writePrompt(type: object, options: PromptOptions): void {
  Reflect.defineMetadata(PROMPT, options, type);
  ours.add(type);
}

/** The options of the class's own `@Prompt`; a subclass does not become a prompt by inheriting. */
export function readPrompt(type: object): PromptOptions | undefined {
  return ours.has(type) ? (Reflect.getOwnMetadata(PROMPT, type) as PromptOptions | undefined) : undefined;
}

/** Whether the class's own `@Prompt` is that of another copy of this package. */
export function isPromptElsewhere(type: object): boolean {
  return !ours.has(type) && Reflect.hasOwnMetadata(PROMPT, type);
}

/** Copies what is inherited before adding, so that a subclass never writes into its parent. */
export function writeArg(prototype: object, property: string, options: ArgOptions): void {
  Reflect.defineMetadata(ARGS, new Map(readOwn(prototype)).set(property, options), prototype);
  // Nest's mapped types make a class from another by copying the rules of its properties, and nothing else. So each
  // argument has a rule that forbids nothing and carries the record along.
  Allow({ context: { [ARGS]: options } })(prototype, property);
}

/** The `@Arg` records of a class and its parents, the parents' first, each in the order of the source. */
export function readArgs(type: Function): ArgRecords {
  const own = readOwn(type.prototype as object);
  return new Map([...[...readMapped(type)].filter(([name]) => !own.has(name)), ...own]);
}

function readOwn(prototype: object): ArgRecords {
  return (Reflect.getMetadata(ARGS, prototype) as ArgRecords | undefined) ?? new Map();
}

function* readMapped(type: Function): Iterable<[string, ArgOptions]> {
  for (const { propertyName, context } of readRules(type)) {
    const options = (context as { readonly [ARGS]?: ArgOptions } | undefined)?.[ARGS];
    if (options !== undefined) yield [propertyName, options];
  }
}

/** What the compiler says a property's type is; `undefined` where it emitted nothing. */
export function readDesignType(type: Function, property: string): unknown {
  return Reflect.getMetadata('design:type', type.prototype as object, property);
}

/** What a class's constructor asks for, as the compiler wrote it down; empty where it did not. */
export function readDependencies(type: Function): readonly unknown[] {
  return (Reflect.getMetadata('design:paramtypes', type) as readonly unknown[] | undefined) ?? [];
}

/** Which method completes which argument. */
export type CompleterRecords = ReadonlyMap<string, string | symbol>;

/** Copies what is inherited before adding, as `writeArg` does. */
export function writeCompleter(prototype: object, argument: string, method: string | symbol): void {
  Reflect.defineMetadata(COMPLETERS, new Map(readCompleters(prototype)).set(argument, method), prototype);
}

/** The `@Complete` records of a class and its parents. */
export function readCompleters(prototype: object): CompleterRecords {
  return (Reflect.getMetadata(COMPLETERS, prototype) as CompleterRecords | undefined) ?? new Map();
}
