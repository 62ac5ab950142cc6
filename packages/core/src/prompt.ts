import type { PromptContext } from './context.js';
import type { InterceptorEntry } from './interception/interceptor.js';
import { writePrompt } from './metadata.js';
import type { GetPromptResult, Icon, PromptMessage } from './protocol.js';
import { refuseStandard } from './standard-decorators.js';
import type { Awaitable, Class, InjectableClass } from './types.js';
import type { VisibilityOptions } from './visibility.js';

/** What `render` may return: a string becomes one user message, and arrays may be nested. */
export type PromptOutput = PromptPart | GetPromptResult;

type PromptPart = string | PromptMessage | readonly PromptPart[];

/** What a prompt class implements. */
export interface PromptHandler<Args extends object = object> {
  // A property, not a method: only so does the compiler refuse a `render` that asks for other arguments.
  /** Answers one `prompts/get`, with arguments that have passed all their rules. */
  render: (args: Args, context: PromptContext) => Awaitable<PromptOutput>;
}

/** A class that can be decorated with `@Prompt`: by default one with arguments of any kind. */
export type PromptClass<Args extends object = never> = InjectableClass<PromptHandler<Args>>;

export interface PromptOptions extends VisibilityOptions {
  /**
   * The name clients ask for: letters, digits, `_`, `-`, `.` and `/`, 128 characters at most.
   * @default the class's name in snake case, without the ending `Prompt`: `CodeReviewPrompt` is `code_review`
   */
  readonly name?: string;
  /** A name for people; shown by clients from 2025-06-18 on. */
  readonly title?: string;
  /** What the prompt does, for the people who choose from the list. */
  readonly description?: string;
  /** Pictures to show beside the prompt, each an `https:` or `data:` URI; shown by clients from 2025-11-25 on. */
  readonly icons?: readonly Icon[];
  /**
   * The class whose `@Arg` properties are the prompt's arguments.
   * @default none: the prompt takes no arguments
   */
  readonly args?: Class;
  /**
   * class-validator's validation groups: only the rules of these groups hold, and those that are `always` there.
   * @default none: all rules hold
   */
  readonly groups?: readonly string[];
  /**
   * Which of several prompts of the same name this is: a semantic version, such as `1.2.0`. The name alone gets the one
   * that `select` chooses; `name@1.2.0` gets this one.
   * @default none, or that of the pack which the prompt comes in
   */
  readonly version?: string;
  /** What points to this version, such as `production`; each label of a name points to one version. */
  readonly labels?: readonly string[];
  /** That the prompt is deprecated, or what to use instead: shown to clients, and logged once. */
  readonly deprecated?: boolean | string;
  /** What works round this prompt's `get` and `complete`; the first is the outermost. */
  readonly interceptors?: readonly InterceptorEntry[];
}

/** Makes a class a prompt. The compiler refuses a class whose `render` does not take what `args` declares. */
export function Prompt<Args extends object>(
  options: PromptOptions & { readonly args: Class<Args> },
): (type: PromptClass<Args>) => void;
export function Prompt(options?: PromptOptions & { readonly args?: never }): (type: PromptClass<object>) => void;
export function Prompt(options: PromptOptions = {}) {
  return (type: PromptClass, context?: unknown): void => {
    refuseStandard('Prompt', context);
    writePrompt(type, options);
  };
}
