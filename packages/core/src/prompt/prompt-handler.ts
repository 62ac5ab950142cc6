import type { RequestContext } from '../api/context.js';
import type { PromptOutput } from '../messages/output-parts.js';
import type { Awaitable, InjectableClass } from '../types.js';

/** What a prompt class implements. */
export interface PromptHandler<Args extends object = object> {
  // A property, not a method: only so does the compiler refuse a `render` that asks for other arguments.
  /** Answers one `prompts/get`, with arguments that have passed all their rules. */
  render: (args: Args, context: RequestContext) => Awaitable<PromptOutput>;
}

/** A class that can be decorated with `@Prompt`: by default one with arguments of any kind. */
export type PromptClass<Args extends object = never> = InjectableClass<PromptHandler<Args>>;
