/** The candidate that was probably meant, or nothing if none is near: at most a third of its letters differ. */
export function nearest(typed: string, candidates: Iterable<string>): string | undefined {
  if (typed.length > 64) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(typed.toLowerCase(), candidate.toLowerCase(), least);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** How many letters must be put in, left out, replaced or swapped with their neighbour; `limit` if it is that or more. */
function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) edits = Math.min(edits, at(before, column - 2) + 1);
      current.push(edits);
    }
    [before, last] = [last, current];
  }
  return Math.min(at(last, other.length), limit);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
