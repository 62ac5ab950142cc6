/** Longer names are not taken for typos. */
const MAX_TYPO_LENGTH = 64;

/** The candidate with the fewest edits, at most a third of the letters (or one); `undefined` if there is none. */
export function nearest(typed: string, candidates: Iterable<string> = []): string | undefined {
  if (typeof typed !== 'string' || typed.length > MAX_TYPO_LENGTH) return undefined;
  const lowered = typed.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(lowered, candidate.toLowerCase(), fewest);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** The remedy for a name that is not one of some others. */
export function remedyAmong(name: string, candidates: readonly string[]): string {
  const meant = nearest(name, candidates);
  if (meant !== undefined) return `Write "${meant}", or leave it out`;
  return candidates.length === 0 ? 'Leave it out' : `Use one of ${candidates.join(', ')}, or leave it out`;
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
    let lowest = at(current, first - 1);
    for (let column = first; column <= end; column += 1) {
      const isSame = one.charCodeAt(column - 1) === other.charCodeAt(row - 1);
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      let edits = smaller(smaller(replaced, limit), smaller(at(last, column), at(current, column - 1)) + 1);
      if (!isSame && isSwap(one, column, other, row)) edits = smaller(edits, at(before, column - 2) + 1);
      current[column] = edits;
      lowest = smaller(lowest, edits);
    }
    if (lowest >= limit && leastBefore >= limit) return limit; // A swap goes back two rows.
    leastBefore = lowest;
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

function smaller(a: number, b: number): number {
  return a < b ? a : b;
}

function at(row: Uint16Array, column: number): number {
  return row[column] ?? Infinity;
}

/** The maximum number of names that are all compared with an unknown one. */
const MAX_COMPARED = 64;
/** With more names, the number of neighbours to compare on each side, both by beginning and by ending. */
const REACH = MAX_COMPARED / 4;

/** The maximum number of characters of an ending. */
const MAX_END_LENGTH = 16;

/** Names sorted by their beginnings and by their endings, ignoring case and punctuation. */
interface SortedNames {
  readonly byStart: readonly string[];
  readonly byEnd: readonly string[];
}

/** An index of names, to suggest the one that was probably meant. */
export class NameIndex {
  readonly #names: readonly string[];
  /** Built at the first look-up of an unknown name. */
  #sorted: SortedNames | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** The names most similar to another, of those that are shown. As their number is bounded, so is the comparison. */
  similar(typed: string, isShown: (name: string) => boolean = () => true): readonly string[] {
    if (typed.length > MAX_TYPO_LENGTH) return [];
    const shown = firstOf(this.#names, isShown, MAX_COMPARED + 1);
    if (shown.length <= MAX_COMPARED) return shown.toSorted();
    const key = keyOf(typed);
    const { byStart, byEnd } = this.#sortedNames;
    return [...new Set([...around(key, byStart, isShown), ...around(endOf(key), byEnd, isShown)])].toSorted();
  }

  get #sortedNames(): SortedNames {
    this.#sorted ??= {
      byStart: this.#names.map((name) => `${keyOf(name)}\0${name}`).toSorted(),
      byEnd: this.#names.map((name) => `${endOf(keyOf(name))}\0${name}`).toSorted(),
    };
    return this.#sorted;
  }
}

/** The names next to a key in a list, on both sides. */
function around(key: string, list: readonly string[], isShown: (name: string) => boolean): readonly string[] {
  const place = lowerBound(list, key);
  return [
    ...firstOf(namesFrom(list, place, 1), isShown, REACH),
    ...firstOf(namesFrom(list, place - 1, -1), isShown, REACH),
  ];
}

function* namesFrom(list: readonly string[], start: number, step: 1 | -1): Generator<string, void> {
  for (let place = start; place >= 0 && place < list.length; place += step)
    yield (list[place] as string).replace(/^[^\0]*\0/, '');
}

function firstOf(names: Iterable<string>, isShown: (name: string) => boolean, max: number): readonly string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === max) break;
    if (isShown(name)) first.push(name);
  }
  return first;
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[-_./@]/g, '');
}

/** The end of a key, reversed. */
function endOf(key: string): string {
  return Array.from(key.slice(-MAX_END_LENGTH)).toReversed().join('');
}

/** The index of the first item that is not less than `min`, in an ascending list. */
export function lowerBound<T extends number | string>(items: readonly T[], min: T): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as T) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
