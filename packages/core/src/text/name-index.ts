import { lowerBound } from './lower-bound.js';
import { MAX_TYPO_LENGTH } from './nearest.js';

/** Up to so many names, all are compared. */
const FEW = 64;
/** How many names are taken, otherwise, in each direction: of those that begin most like one, and of those that end so. */
const REACH = FEW / 4;

/** How much of the end of a name tells how it ends, in characters. */
const MAX_END_LENGTH = 16;

/** Names in the order of how they begin, and of how they end; case and punctuation count for nothing. */
interface Orders {
  readonly byStart: readonly string[];
  readonly byEnd: readonly string[];
}

/** Names, to find those among them that may be meant by another. */
export class NameIndex {
  readonly #names: readonly string[];
  /** Made when somebody first asks for a name that nobody has. */
  #made: Orders | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /**
   * The names most like another, as if all indexes were one: so few that it can be compared with each, however many there
   * are.
   */
  static similar(typed: string, indexes: readonly NameIndex[]): readonly string[] {
    if (typed.length > MAX_TYPO_LENGTH) return [];
    const count = indexes.reduce((sum, index) => sum + index.#names.length, 0);
    if (count <= FEW) return indexes.flatMap((index) => index.#names).toSorted();
    const orders = indexes.map((index) => index.#orders);
    const key = keyOf(typed);
    const starts = orders.map(({ byStart }) => byStart);
    const ends = orders.map(({ byEnd }) => byEnd);
    return [...new Set([...around(key, starts), ...around(endOf(key), ends)])].toSorted();
  }

  get #orders(): Orders {
    this.#made ??= {
      byStart: this.#names.map((name) => `${keyOf(name)}\0${name}`).toSorted(),
      byEnd: this.#names.map((name) => `${endOf(keyOf(name))}\0${name}`).toSorted(),
    };
    return this.#made;
  }
}

/** The names next to a key in several lists, as if they were one. */
function around(key: string, lists: readonly (readonly string[])[]): string[] {
  const next = lists.flatMap((list) => nextTo(key, list));
  const entries = lists.length < 2 ? next : nextTo(key, next.toSorted());
  return entries.map((entry) => entry.slice(entry.indexOf('\0') + 1));
}

function nextTo(key: string, list: readonly string[]): readonly string[] {
  const at = lowerBound(list, key);
  return list.slice(Math.max(0, at - REACH), at + REACH);
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[-_./@]/g, '');
}

/** The end of a key, the last letter first. */
function endOf(key: string): string {
  return Array.from(key.slice(-MAX_END_LENGTH)).toReversed().join('');
}
