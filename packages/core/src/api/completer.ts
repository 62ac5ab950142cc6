import type { CompletionContext } from './context.js';
import type { Awaitable } from '../types.js';

/**
 * What completes an argument: candidates, which are filtered by what was typed and ranked, the best first; or a finished
 * answer, which is sent as it is.
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
