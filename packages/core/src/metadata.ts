import 'reflect-metadata';
import type { ArgOptions } from './arg.js';
import type { PromptOptions } from './prompt.js';

// The only file that knows where decorators leave their records. The keys are global symbols, so that two copies of
// this package in one process agree.
const PROMPT = Symbol.for('cuecard.dev/prompt');
const ARGS = Symbol.for('cuecard.dev/args');

export type ArgRecords = ReadonlyMap<string, ArgOptions>;

export function writePrompt(type: object, options: PromptOptions): void {
  Reflect.defineMetadata(PROMPT, options, type);
}

/** The options of the class's own `@Prompt`; a subclass does not become a prompt by inheriting. */
export function readPrompt(type: object): PromptOptions | undefined {
  return Reflect.getOwnMetadata(PROMPT, type) as PromptOptions | undefined;
}

/** Copies what is inherited before adding, so that a subclass never writes into its parent. */
export function writeArg(prototype: object, property: string, options: ArgOptions): void {
  Reflect.defineMetadata(ARGS, new Map(readArgs(prototype)).set(property, options), prototype);
}

/** The `@Arg` records of a class and its parents, the parents' first, each in the order of the source. */
export function readArgs(prototype: object): ArgRecords {
  return (Reflect.getMetadata(ARGS, prototype) as ArgRecords | undefined) ?? new Map();
}

/** What the compiler says a property's type is; `undefined` where it emitted nothing. */
export function readDesignType(prototype: object, property: string): unknown {
  return Reflect.getMetadata('design:type', prototype, property);
}
