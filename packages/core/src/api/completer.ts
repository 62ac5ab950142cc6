import type { CompletionContext } from './context.js';
import type { Awaitable } from '../types.js';

/**
 * The result of a completer. An array holds candidates, which are filtered by the typed text and ranked, best first. A
 * finished answer is sent without filtering, cut to 100 values.
 */
export type Suggestions = readonly string[] | FinishedSuggestions;

export interface FinishedSuggestions {
  readonly values: readonly string[];
  /** The number of all matches, sent or not. */
  readonly total?: number;
  /** Whether there are more matches than these. */
  readonly hasMore?: boolean;
}

/** Suggests values for an argument from the text typed so far. One that returns `undefined` or `null` suggests nothing. */
export type Completer<Args extends object = object> = (
  typed: string,
  context: CompletionContext<Args>,
) => Awaitable<Suggestions | undefined | null>;
