import { DECLARATIONS, type ClassKind, type Specifics } from '../definition/kind.js';
import {
  type NoArgsDeclared,
  type WithArguments,
  DEFINITION_OPTIONS,
  type DefinitionOptions,
} from '../definition/definition-options.js';
import { declareTarget, type HandlerDecorator, type HandlerFunction } from '../definition/method-handlers.js';
import { refuseBareHandler } from '../metadata/decorator-targets.js';
import type { RequestContext } from '../api/context.js';
import type { PromptOutput } from '../output/output.js';
import type { Awaitable, InjectableClass } from '../types.js';
import { PROMPTS_PAGE } from '../output/shapes.js';
import type { GetPromptResult, ListPromptsResult, ListEntry, Prompt } from '../protocol.js';
import { checkPromptOutput, adaptPromptResult } from './prompt-result.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { SchemaDefinitions } from '../json-schema.js';
import type { DataArg, Definition } from '../definition/definition.js';
import { BOOLEAN, type OptionKinds } from '../text/option-kinds.js';
import { defineData } from '../definition/define-data.js';

export interface PromptHandler<Args extends object = object> {
  // Declared as a property, because the compiler checks method parameters less strictly.
  /**
   * Answers a `prompts/get` request. The arguments have passed all rules. A framework may inject further parameters.
   */
  render: (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<PromptOutput>;
}

/** A class that `@Prompt` can decorate. By default, its arguments can have any type. */
export type PromptClass<Args extends object = never> = InjectableClass<PromptHandler<Args>>;

/**
 * Declares a class, or one of its methods, as a prompt. For a method without `args`, the type of the first parameter
 * determines the arguments. The compiler rejects a class or method that does not accept the declared `args`.
 */
export function Prompt<Args extends object = NoArgsDeclared>(
  options?: WithArguments<PromptOptions, Args>,
): HandlerDecorator<PromptClass<NoInfer<Args>>, HandlerFunction<NoInfer<Args>, PromptOutput>>;
export function Prompt(options: PromptOptions = {}, member?: unknown) {
  refuseBareHandler('Prompt', options, member);
  return (...target: [object, unknown?]): void => declareTarget(PROMPT, options, target);
}

/**
 * Whether a class itself is decorated with `@Prompt` from this copy of the package. Inherited decorators do not count.
 */
export function isPrompt(value: unknown): value is PromptClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === PROMPT;
}

export interface PromptOptions extends DefinitionOptions {
  /**
   * Whether clients also get the prompt as a tool, which models can call.
   * @default `promptsAsTools` of the prompt's pack, otherwise of the runtime
   */
  readonly asTool?: boolean;
}

const PROMPT_OPTIONS: OptionKinds<PromptOptions> = { ...DEFINITION_OPTIONS, asTool: BOOLEAN };

export const PROMPT: ClassKind<GetPromptResult, ListPromptsResult> = {
  name: 'prompt',
  decorator: 'Prompt',
  methods: { list: 'prompts/list', call: 'prompts/get' },
  handlerMethod: 'render',
  limit: 'renderMs',
  typedOrigin: 'value',
  hasPaths: true,
  options: PROMPT_OPTIONS,
  asToolOf: (options) => (options as PromptOptions).asTool, // These are the options of `@Prompt`.
  subjectOf: (name) => `Prompt "${name}"`,
  entryOf: promptEntry,
  entriesProperty: 'prompts',
  pageShape: PROMPTS_PAGE,
  check: checkPromptOutput,
  adaptToClient: adaptPromptResult,
};

function promptEntry(common: ListEntry, plan: ArgumentPlan, _specifics: Specifics, samples: readonly object[]): Prompt {
  if (plan.arguments.length === 0) return common;
  return {
    ...common,
    arguments: plan.arguments.map((arg) => arg.entry),
    _meta: { 'dev.cuecard/schema': SchemaDefinitions.schemaOf(plan, samples), ...common._meta },
  };
}

/** A prompt built from data, such as a database row or a file. */
export interface DataPrompt<Args extends object> extends Omit<PromptOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the prompt takes no arguments */
  readonly args?: readonly DataArg[];
  readonly render: PromptHandler<Args>['render'];
}

/**
 * Defines a prompt built from data. It is compiled and checked like a class. An argument without a type is a string.
 * @throws {DefinitionError} with every fault of the prompt
 * @throws {TypeError} if `prompt` is not a plain object
 */
export function definePrompt<Args extends object = Readonly<Record<string, unknown>>>(
  prompt: DataPrompt<Args>,
): Definition {
  return defineData(PROMPT, prompt);
}
