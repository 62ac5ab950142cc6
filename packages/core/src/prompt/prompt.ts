import type { DefinitionOptions } from '../definition/definition-options.js';
import { DECLARATIONS } from '../definition/kind.js';
import { PROMPT } from './prompt-kind.js';
import { refuseStandard } from '../metadata/standard-decorators.js';
import type { Class } from '../types.js';
import type { PromptClass } from './prompt-handler.js';

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

/** Whether a value is a class with a `@Prompt` of its own, made with this copy of the package; a subclass does not inherit it. */
export function isPrompt(value: unknown): value is PromptClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === PROMPT;
}
