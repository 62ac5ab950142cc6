import type { Suggestions } from '../api/calls.js';
import { type CompleteResult, MAX_VALUES } from '../protocol.js';

/**
 * The result of a completion. Candidates rank by how they match the typed text, ignoring case: as a prefix, then as the
 * prefix of a word, then by containing its letters in order. Candidates of the same rank keep their order.
 */
export function toCompletion(typed: string, suggestions: Suggestions): CompleteResult['completion'] {
  if (!isArray(suggestions)) {
    const { values, total, hasMore } = suggestions;
    const shown = values.slice(0, MAX_VALUES);
    const isMore = hasMore ?? (total ?? values.length) > shown.length;
    return { values: shown, ...(total !== undefined && { total }), hasMore: isMore || values.length > shown.length };
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
  if (!isSubsequence(sought, text)) return 3; // Then no word matches either, and the search for words is slower.
  return hasWord(sought, candidate) ? 1 : 2;
}

/** Words begin after anything but a letter or digit, and at capitals: `code-review`, `codeReview`. */
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

// `Array.isArray` does not narrow `readonly` arrays.
function isArray(suggestions: Suggestions): suggestions is readonly string[] {
  return Array.isArray(suggestions);
}
