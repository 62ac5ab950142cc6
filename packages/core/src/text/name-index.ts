import { lowerBound } from './lower-bound.js';
import { MAX_TYPO_LENGTH } from './nearest.js';

/** Up to this many names, all are compared. */
const FEW = 64;
/** Otherwise, how many names are taken on either side of a position: among the beginnings, and among the endings. */
const REACH = FEW / 4;

/** How much of the end of a name counts as its ending, in characters. */
const MAX_END_LENGTH = 16;

/** Names sorted by their beginnings and by their endings, ignoring case and punctuation. */
interface Orders {
  readonly byStart: readonly string[];
  readonly byEnd: readonly string[];
}

/** An index of names, to suggest the one that was probably meant. */
export class NameIndex {
  readonly #names: readonly string[];
  /** Built at the first look-up of an unknown name. */
  #made: Orders | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /**
   * The names most similar to another, across all indexes. Their number is bounded, so that each can be compared
   * however many names there are.
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

/** The names next to a key in several lists, as if these were one. */
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

/** The end of a key, reversed. */
function endOf(key: string): string {
  return Array.from(key.slice(-MAX_END_LENGTH)).toReversed().join('');
}
