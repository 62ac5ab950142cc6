/** Longer texts are not taken for typos. */
export const MAX_TYPO_LENGTH = 64;

/** The candidate with the fewest edits, at most a third of the letters (or one); `undefined` if there is none. */
export function nearest(typed: string, candidates: Iterable<string>): string | undefined {
  if (typed.length > MAX_TYPO_LENGTH) return undefined;
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(wanted, candidate.toLowerCase(), least);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/**
 * The number of insertions, deletions, substitutions and swaps of neighbours between two strings, at most `limit`. Only
 * cells less than `limit` off the diagonal are computed, and the search stops once all of them reach it.
 */
function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let [before, last, current] = [rowOf(one, limit), rowOf(one, limit), rowOf(one, limit)];
  for (let column = 0; column <= one.length; column += 1) last[column] = Math.min(column, limit);
  let leastBefore = 0;
  for (let row = 1; row <= other.length; row += 1) {
    const [first, end] = [Math.max(1, row - limit + 1), Math.min(one.length, row + limit - 1)];
    current.fill(limit);
    current[0] = Math.min(row, limit);
    let least = at(current, first - 1);
    for (let column = first; column <= end; column += 1) {
      const isSame = one.charCodeAt(column - 1) === other.charCodeAt(row - 1);
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      let edits = smaller(smaller(replaced, limit), smaller(at(last, column), at(current, column - 1)) + 1);
      if (!isSame && isSwap(one, column, other, row)) edits = smaller(edits, at(before, column - 2) + 1);
      current[column] = edits;
      least = smaller(least, edits);
    }
    if (least >= limit && leastBefore >= limit) return limit; // A swap goes back two rows.
    leastBefore = least;
    [before, last, current] = [last, current, before];
  }
  return at(last, one.length);
}

function rowOf({ length }: string, limit: number): Uint16Array {
  return new Uint16Array(length + 1).fill(limit);
}

function isSwap(one: string, column: number, other: string, row: number): boolean {
  if (column < 2 || row < 2) return false;
  return (
    one.charCodeAt(column - 1) === other.charCodeAt(row - 2) && one.charCodeAt(column - 2) === other.charCodeAt(row - 1)
  );
}

function smaller(one: number, other: number): number {
  return one < other ? one : other;
}

function at(row: Uint16Array, column: number): number {
  return row[column] ?? Infinity;
}
