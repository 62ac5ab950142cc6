import type { RequestContext } from '../api/context.js';
import type { DefinitionOptions } from '../definition/definition-options.js';
import { DECLARATIONS } from '../definition/kind.js';
import { PROMPT } from './prompt-kind.js';
import type { PromptOutput } from '../messages/output-parts.js';
import { refuseStandard } from '../metadata/standard-decorators.js';
import type { Awaitable, Class, InjectableClass } from '../types.js';

/** What a prompt class implements. */
export interface PromptHandler<Args extends object = object> {
  // A property, not a method: only so does the compiler refuse a `render` that asks for other arguments.
  /** Answers one `prompts/get`, with arguments that have passed all their rules. */
  render: (args: Args, context: RequestContext) => Awaitable<PromptOutput>;
}

/** A class that can be decorated with `@Prompt`: by default one with arguments of any kind. */
export type PromptClass<Args extends object = never> = InjectableClass<PromptHandler<Args>>;

/** What `@Prompt` can declare. */
export type PromptOptions = DefinitionOptions;

/** Makes a class a prompt. The compiler refuses a class whose `render` does not take what `args` declares. */
export function Prompt<Args extends object>(
  options: PromptOptions & { readonly args: Class<Args> },
): (type: PromptClass<Args>) => void;
export function Prompt(options?: PromptOptions & { readonly args?: never }): (type: PromptClass<object>) => void;
export function Prompt(options: PromptOptions = {}) {
  return (type: PromptClass, context?: unknown): void => {
    refuseStandard('Prompt', context);
    DECLARATIONS.write(type, { kind: PROMPT, options });
  };
}
