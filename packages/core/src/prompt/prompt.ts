import { declare, DECLARATIONS } from '../definition/kind.js';
import { PROMPT } from './prompt-kind.js';
import type { NoArgsDeclared, WithArguments } from '../definition/definition-options.js';
import type { PromptOptions } from './prompt-options.js';
import { refuseBareClass, requireClass } from '../metadata/decorator-targets.js';
import { refuseStandard } from '../metadata/standard-decorators.js';
import type { PromptClass } from './prompt-handler.js';

/** Declares a class as a prompt. The compiler rejects a class whose `render` does not accept what `args` declares. */
export function Prompt<Args extends object = NoArgsDeclared>(
  options: WithArguments<PromptOptions, Args> = {},
): (type: PromptClass<NoInfer<Args>>) => void {
  refuseBareClass('Prompt', options);
  return (type: PromptClass<Args>, context?: unknown): void => {
    refuseStandard('Prompt', context);
    requireClass('Prompt', type, context);
    declare(type, PROMPT, options);
  };
}

/** Whether a value is a class with its own `@Prompt` from this copy of the package; subclasses do not inherit it. */
export function isPrompt(value: unknown): value is PromptClass {
  return typeof value === 'function' && DECLARATIONS.read(value)?.kind === PROMPT;
}
