import type { DataArg } from '../definition/definition-data.js';
import type { PromptOptions } from './prompt-options.js';
import type { PromptHandler } from './prompt-handler.js';

/** A prompt from data, such as a row of a table or a file. */
export interface DataPrompt<Args extends object> extends Omit<PromptOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the prompt takes no arguments */
  readonly args?: readonly DataArg[];
  readonly render: PromptHandler<Args>['render'];
}
