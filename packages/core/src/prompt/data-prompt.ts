import type { ArgOptions } from '../arguments/arg.js';
import type { PromptOptions } from './prompt.js';
import type { PromptHandler } from './prompt-handler.js';

/** One argument of a prompt from data. */
export interface DataArg extends ArgOptions {
  readonly name: string;
  /** The value of the argument if it is absent; makes the argument optional. */
  readonly default?: unknown;
  /** class-validator's rules for it, such as `IsIn(['a', 'b'])`. */
  readonly rules?: readonly PropertyDecorator[];
}

/** A prompt from data, such as a row of a table or a file. */
export interface DataPrompt<Args extends object> extends Omit<PromptOptions, 'args' | 'name'> {
  readonly name: string;
  /** @default none: the prompt takes no arguments */
  readonly args?: readonly DataArg[];
  readonly render: PromptHandler<Args>['render'];
}
