import type { RequestContext } from '../api/context.js';
import type { PromptOutput } from '../messages/output-parts.js';
import type { Awaitable, InjectableClass } from '../types.js';

/** The interface of a prompt class. */
export interface PromptHandler<Args extends object = object> {
  // A property, not a method: only then does the compiler reject a `render` with other arguments.
  /** Answers one `prompts/get`, with arguments that have passed all their rules. A framework may inject further parameters. */
  render: (args: Args, context: RequestContext, ...injected: never[]) => Awaitable<PromptOutput>;
}

/** A class that can be decorated with `@Prompt`; by default, with any arguments. */
export type PromptClass<Args extends object = never> = InjectableClass<PromptHandler<Args>>;
