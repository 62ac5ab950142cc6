import { DEFINITION_OPTIONS, type DefinitionOptions } from '../definition/definition-options.js';
import { YES_OR_NO, type Known } from '../text/option-kinds.js';

/** The options of `@Prompt`. */
export interface PromptOptions extends DefinitionOptions {
  /**
   * Whether clients get the prompt as a tool, too, which models can call.
   * @default `promptsAsTools` of its pack; otherwise that of the runtime
   */
  readonly asTool?: boolean;
}

/** The names of the options, and what some must be. */
export const PROMPT_OPTIONS: Known<PromptOptions> = { ...DEFINITION_OPTIONS, asTool: YES_OR_NO };
