import type { KindName } from '@cuecard/core';
import type { CatalogueEntry } from '../../src/playground/api.js';

export const KIND_TITLES: Readonly<Record<KindName, string>> = {
  prompt: 'Prompts',
  tool: 'Tools',
  resource: 'Resources',
};

export const KINDS = Object.keys(KIND_TITLES) as readonly KindName[];

/** A name in the catalogue: the version that stands for it, and how many there are. */
export interface Listed {
  readonly entry: CatalogueEntry;
  readonly versions: number;
}

export interface Filter {
  readonly text: string;
  readonly kind?: KindName | undefined;
  readonly tag?: string | undefined;
  readonly pack?: string | undefined;
}

export interface Found {
  readonly listed: readonly Listed[];
  /** How many of each kind match everything else of the filter. */
  readonly counts: ReadonlyMap<KindName, number>;
}

interface Indexed extends Listed {
  readonly name: string;
  readonly title: string;
  readonly all: string;
}

/** The catalogue, ready to be searched as one types. */
export class Index {
  readonly #listed: readonly Indexed[];
  readonly kinds: readonly KindName[];
  readonly tags: readonly string[];
  /** Outer ones stand for those in them: `desk` for `desk/reviews`. */
  readonly packs: readonly string[];

  constructor(entries: readonly CatalogueEntry[]) {
    this.#listed = listedOf(entries).map(indexed);
    const counts = countsOf(this.#listed);
    this.kinds = KINDS.filter((kind) => counts.has(kind));
    this.tags = sorted(entries.flatMap(({ tags = [] }) => tags));
    this.packs = sorted(entries.flatMap(({ pack }) => packsOf(pack)));
  }

  /**
   * Returns the best matches first; without a text, all by kind and name. A tag or pack that no longer exists excludes
   * nothing.
   */
  search({ text, kind, tag, pack }: Filter): Found {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const left = this.#listed.filter(({ entry }) => {
      if (tag !== undefined && this.tags.includes(tag) && entry.tags?.includes(tag) !== true) return false;
      return pack === undefined || !this.packs.includes(pack) || packsOf(entry.pack).includes(pack);
    });
    const matches = words.length === 0 ? left : ranked(left, words);
    const listed = kind === undefined ? matches : matches.filter(({ entry }) => entry.kind === kind);
    return { listed, counts: countsOf(matches) };
  }
}

function ranked(listed: readonly Indexed[], words: readonly string[]): readonly Indexed[] {
  const found = listed.map((each) => ({ each, rank: rankOf(each, words) })).filter(({ rank }) => rank > 0);
  // Those of one rank stay in the order of their names.
  return found.toSorted((one, other) => other.rank - one.rank).map(({ each }) => each);
}

/** Zero if a word is nowhere. */
function rankOf(entry: Indexed, words: readonly string[]): number {
  let rank = entry.entry.deprecated === undefined ? 1 : 0.5;
  for (const word of words) {
    const own = rankOfWord(entry, word);
    if (own === 0) return 0;
    rank += own;
  }
  return rank;
}

function rankOfWord({ name, title, all }: Indexed, word: string): number {
  if (name === word) return 20;
  if (name.startsWith(word) || title.startsWith(word)) return 10;
  const inTitle = title.indexOf(word);
  if (inTitle > 0 && title[inTitle - 1] === ' ') return 8;
  if (inTitle >= 0 || name.includes(word)) return 5;
  return all.includes(word) ? 1 : 0;
}

function listedOf(entries: readonly CatalogueEntry[]): readonly Listed[] {
  const byName = new Map<string, Listed>();
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.name}`;
    const former = byName.get(key);
    const isBetter = former === undefined || entry.isChosen;
    byName.set(key, { entry: isBetter ? entry : former.entry, versions: (former?.versions ?? 0) + 1 });
  }
  return [...byName.values()];
}

function indexed(listed: Listed): Indexed {
  const { name, title = '', description = '', tags = [], pack = '' } = listed.entry;
  const all = [name, title, description, pack, ...tags].join(' ').toLowerCase();
  return { ...listed, name: name.toLowerCase(), title: title.toLowerCase(), all };
}

function countsOf(listed: readonly Listed[]): ReadonlyMap<KindName, number> {
  const counts = new Map<KindName, number>();
  for (const { entry } of listed) counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
  return counts;
}

/** A pack and those around it, outermost first. */
function packsOf(pack: string | undefined): readonly string[] {
  const names = pack?.split('/') ?? [];
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
