import type { Suggestions } from '../api/completer.js';
import { type CompleteResult, MAX_VALUES } from '../protocol.js';

/**
 * The answer to a completion. Candidates are ranked: those that begin with what was typed, then those with a word that
 * does, then those that hold its letters in this order; in any case, and in their own order where they rank the same.
 */
export function toCompletion(typed: string, suggestions: Suggestions): CompleteResult['completion'] {
  if (!isArray(suggestions)) {
    const { values, total, hasMore } = suggestions;
    const told = values.slice(0, MAX_VALUES);
    const isMore = hasMore ?? (total ?? values.length) > told.length;
    return { values: told, ...(total !== undefined && { total }), hasMore: isMore || values.length > told.length };
  }
  const ranked = rank(typed, suggestions);
  return { values: ranked.slice(0, MAX_VALUES), total: ranked.length, hasMore: ranked.length > MAX_VALUES };
}

function rank(typed: string, candidates: readonly string[]): string[] {
  const sought = typed.toLowerCase();
  const ranks: string[][] = [[], [], []];
  for (const candidate of new Set(candidates)) ranks[rankOf(sought, candidate)]?.push(candidate);
  return ranks.flat();
}

function rankOf(sought: string, candidate: string): number {
  const text = candidate.toLowerCase();
  if (text.startsWith(sought)) return 0;
  if (!isSubsequence(sought, text)) return 3; // Then there is no such word either, which takes longer to find out.
  return hasWord(sought, candidate) ? 1 : 2;
}

/** Words begin after anything that is no letter or digit, and at a capital: `code-review`, `codeReview`. */
function hasWord(sought: string, candidate: string): boolean {
  for (const { index } of candidate.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu)) {
    if (candidate.slice(index, index + sought.length).toLowerCase() === sought) return true;
  }
  return false;
}

function isSubsequence(sought: string, text: string): boolean {
  let next = 0;
  for (const letter of sought) {
    next = text.indexOf(letter, next) + letter.length;
    if (next < letter.length) return false;
  }
  return true;
}

// The one of the language takes no `readonly` array for one.
function isArray(suggestions: Suggestions): suggestions is readonly string[] {
  return Array.isArray(suggestions);
}
