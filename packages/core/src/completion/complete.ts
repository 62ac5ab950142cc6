import type { CompletionContext } from '../context.js';
import { writeCompleter } from '../metadata.js';
import { refuseStandard } from '../standard-decorators.js';
import type { Awaitable } from '../types.js';

/**
 * What completes an argument: candidates, of which those that fit what was typed are told, the best first; or a finished
 * answer, for whoever has searched already, which is told as it is.
 */
export type Suggestions = readonly string[] | FinishedSuggestions;

export interface FinishedSuggestions {
  readonly values: readonly string[];
  /** How many there are in all. */
  readonly total?: number;
  /** Whether there are more than these. */
  readonly hasMore?: boolean;
}

/** Suggests values for an argument, from what was typed of it so far. */
export type Completer<Args extends object = object> = (
  typed: string,
  context: CompletionContext<Args>,
) => Awaitable<Suggestions>;

/** Makes a method of a prompt class complete one of its arguments. */
export function Complete(argument: string) {
  return <Method extends Completer<never>>(
    prototype: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    refuseStandard('Complete', method);
    writeCompleter(prototype, argument, method);
  };
}
