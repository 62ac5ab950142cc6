/** The maximum length of a name that is treated as misspelt. */
const MAX_TYPO_LENGTH = 64;

/**
 * Returns the candidate that the fewest edits turn into the typed text; `undefined` if all candidates need too many
 * edits. The maximum number of edits is a third of the typed letters, but at least one.
 */
export function nearest(typed: string, candidates: Iterable<string> = []): string | undefined {
  if (typeof typed !== 'string' || typed.length > MAX_TYPO_LENGTH) return undefined;
  const lowered = typed.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = editDistance(lowered, candidate.toLowerCase(), fewest);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** Returns the remedy for an unknown name. It suggests the most similar candidate, or lists all candidates. */
export function suggestionRemedy(name: string, candidates: readonly string[]): string {
  const suggestion = nearest(name, candidates);
  if (suggestion !== undefined) return `Write "${suggestion}", or leave it out`;
  return candidates.length === 0 ? 'Leave it out' : `Use one of ${candidates.join(', ')}, or leave it out`;
}

/**
 * Returns the number of edits between two strings, at most `limit`: insertions, deletions, substitutions and swaps of
 * neighbours. Computes only the cells within `limit` of the diagonal, and stops when all cells of two successive rows
 * have reached `limit`.
 */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let [before, last, current] = [createRow(one, limit), createRow(one, limit), createRow(one, limit)];
  for (let column = 0; column <= one.length; column += 1) last[column] = Math.min(column, limit);
  let leastBefore = 0;
  for (let row = 1; row <= other.length; row += 1) {
    const [first, end] = [Math.max(1, row - limit + 1), Math.min(one.length, row + limit - 1)];
    current.fill(limit);
    current[0] = Math.min(row, limit);
    let lowest = cellOf(current, first - 1);
    for (let column = first; column <= end; column += 1) {
      const isSame = one.charCodeAt(column - 1) === other.charCodeAt(row - 1);
      const replaced = cellOf(last, column - 1) + (isSame ? 0 : 1);
      let edits = smaller(smaller(replaced, limit), smaller(cellOf(last, column), cellOf(current, column - 1)) + 1);
      if (!isSame && isSwap(one, column, other, row)) edits = smaller(edits, cellOf(before, column - 2) + 1);
      current[column] = edits;
      lowest = smaller(lowest, edits);
    }
    if (lowest >= limit && leastBefore >= limit) return limit; // Both, because a swap goes back two rows.
    leastBefore = lowest;
    [before, last, current] = [last, current, before];
  }
  return cellOf(last, one.length);
}

function createRow({ length }: string, limit: number): Uint16Array {
  return new Uint16Array(length + 1).fill(limit);
}

function isSwap(one: string, column: number, other: string, row: number): boolean {
  if (column < 2 || row < 2) return false;
  return (
    one.charCodeAt(column - 1) === other.charCodeAt(row - 2) && one.charCodeAt(column - 2) === other.charCodeAt(row - 1)
  );
}

function smaller(a: number, b: number): number {
  return a < b ? a : b;
}

function cellOf(row: Uint16Array, column: number): number {
  return row[column] ?? Infinity;
}

/** The maximum number of names to compare one by one. */
const MAX_COMPARED_NAMES = 64;
/** If there are more names: the number of neighbours to compare on each side, in each of the two sorted lists. */
const NEIGHBORS_PER_SIDE = MAX_COMPARED_NAMES / 4;
const MAX_ENDING_LENGTH = 16;

/** Names sorted by beginning and by ending, ignoring case and punctuation. */
interface SortedNames {
  readonly byStart: readonly string[];
  readonly byEnd: readonly string[];
}

/** An index that finds the names similar to a misspelt name. */
export class NameIndex {
  readonly #names: readonly string[];
  /** Created when the first unknown name is looked up. */
  #sorted: SortedNames | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Returns a limited number of visible names that are likely to be similar to a typed name. */
  similar(typed: string, isVisible: (name: string) => boolean = () => true): readonly string[] {
    if (typed.length > MAX_TYPO_LENGTH) return [];
    const visible = takeVisible(this.#names, isVisible, MAX_COMPARED_NAMES + 1);
    if (visible.length <= MAX_COMPARED_NAMES) return visible.toSorted();
    const key = toSortKey(typed);
    const { byStart, byEnd } = this.#sortedNames;
    const found = [...neighbors(key, byStart, isVisible), ...neighbors(reversedEnding(key), byEnd, isVisible)];
    return [...new Set(found)].toSorted();
  }

  get #sortedNames(): SortedNames {
    this.#sorted ??= {
      byStart: this.#names.map((name) => `${toSortKey(name)}\0${name}`).toSorted(),
      byEnd: this.#names.map((name) => `${reversedEnding(toSortKey(name))}\0${name}`).toSorted(),
    };
    return this.#sorted;
  }
}

/** Returns the visible names on both sides of a key in a sorted list. */
function neighbors(key: string, list: readonly string[], isVisible: (name: string) => boolean): readonly string[] {
  const index = lowerBound(list, key);
  return [
    ...takeVisible(namesFrom(list, index, 1), isVisible, NEIGHBORS_PER_SIDE),
    ...takeVisible(namesFrom(list, index - 1, -1), isVisible, NEIGHBORS_PER_SIDE),
  ];
}

function* namesFrom(list: readonly string[], start: number, step: 1 | -1): Generator<string, void> {
  for (let index = start; index >= 0 && index < list.length; index += step)
    yield (list[index] as string).replace(/^[^\0]*\0/, '');
}

function takeVisible(names: Iterable<string>, isVisible: (name: string) => boolean, max: number): readonly string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === max) break;
    if (isVisible(name)) first.push(name);
  }
  return first;
}

function toSortKey(name: string): string {
  return name.toLowerCase().replace(/[-_./@]/g, '');
}

function reversedEnding(key: string): string {
  return Array.from(key.slice(-MAX_ENDING_LENGTH)).toReversed().join('');
}

/** Returns the index of the first item that is not less than `min`, in an ascending list. */
export function lowerBound<T extends number | string>(items: readonly T[], min: T): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as T) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
