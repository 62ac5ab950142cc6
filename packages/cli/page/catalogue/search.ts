import type { KindName } from '@cuecard/core';
import type { CatalogueEntry } from '../../src/playground/api.js';

export const KIND_TITLES: Readonly<Record<KindName, string>> = {
  prompt: 'Prompts',
  tool: 'Tools',
  resource: 'Resources',
};

export const KINDS = Object.keys(KIND_TITLES) as readonly KindName[];

/** A name in the catalogue: the version that it selects, and the number of versions. */
export interface CatalogueRow {
  readonly entry: CatalogueEntry;
  readonly versions: number;
}

export interface Filter {
  readonly text: string;
  readonly kind?: KindName | undefined;
  readonly tag?: string | undefined;
  readonly pack?: string | undefined;
}

export interface SearchResult {
  readonly rows: readonly CatalogueRow[];
  /** The number of matches of each kind, regardless of the kind of the filter. */
  readonly counts: ReadonlyMap<KindName, number>;
}

interface SearchRow extends CatalogueRow {
  readonly name: string;
  readonly title: string;
  readonly all: string;
}

/** Searches the catalogue. */
export class Index {
  readonly #rows: readonly SearchRow[];
  readonly kinds: readonly KindName[];
  readonly tags: readonly string[];
  /** A pack includes the packs in it: `desk` includes `desk/reviews`. */
  readonly packs: readonly string[];

  constructor(entries: readonly CatalogueEntry[]) {
    this.#rows = rowsOf(entries);
    const counts = countByKind(this.#rows);
    this.kinds = KINDS.filter((kind) => counts.has(kind));
    this.tags = sortUnique(entries.flatMap(({ tags = [] }) => tags));
    this.packs = sortUnique(entries.flatMap(({ pack }) => packsOf(pack)));
  }

  /** Returns the best matches first, and rows of equal rank by kind and name. Ignores a tag or pack that does not exist. */
  search({ text, kind, tag, pack }: Filter): SearchResult {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const left = this.#rows.filter(({ entry }) => {
      if (tag !== undefined && this.tags.includes(tag) && entry.tags?.includes(tag) !== true) return false;
      return pack === undefined || !this.packs.includes(pack) || packsOf(entry.pack).includes(pack);
    });
    const matches = words.length === 0 ? left : rank(left, words);
    const rows = kind === undefined ? matches : matches.filter(({ entry }) => entry.kind === kind);
    return { rows, counts: countByKind(matches) };
  }
}

function rank(rows: readonly SearchRow[], words: readonly string[]): readonly SearchRow[] {
  const found = rows.map((row) => ({ row, rank: rankOf(row, words) })).filter((each) => each.rank > 0);
  return found.toSorted((one, other) => other.rank - one.rank).map(({ row }) => row);
}

/** Zero if a word is missing. */
function rankOf(row: SearchRow, words: readonly string[]): number {
  const ranks = words.map((word) => rankOfWord(row, word));
  if (ranks.includes(0)) return 0;
  return ranks.reduce((sum, each) => sum + each, row.entry.deprecated === undefined ? 1 : 0.5);
}

function rankOfWord({ name, title, all }: SearchRow, word: string): number {
  if (name === word) return 20;
  if (name.startsWith(word) || title.startsWith(word)) return 10;
  if (title.includes(` ${word}`)) return 8;
  if (title.includes(word) || name.includes(word)) return 5;
  return all.includes(word) ? 1 : 0;
}

function rowsOf(entries: readonly CatalogueEntry[]): readonly SearchRow[] {
  const byName = new Map<string, CatalogueRow>();
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.name}`;
    const former = byName.get(key);
    const isBetter = former === undefined || entry.isChosen;
    byName.set(key, { entry: isBetter ? entry : former.entry, versions: (former?.versions ?? 0) + 1 });
  }
  return Array.from(byName.values(), (row) => {
    const { name, title = '', description = '', tags = [], pack = '' } = row.entry;
    const all = [name, title, description, pack, ...tags].join(' ').toLowerCase();
    return { ...row, name: name.toLowerCase(), title: title.toLowerCase(), all };
  });
}

function countByKind(rows: readonly CatalogueRow[]): ReadonlyMap<KindName, number> {
  const counts = new Map<KindName, number>();
  for (const { entry } of rows) counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
  return counts;
}

/** A pack and the packs around it, outermost first. */
function packsOf(pack: string | undefined): readonly string[] {
  const names = pack?.split('/') ?? [];
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

function sortUnique(strings: readonly string[]): readonly string[] {
  return [...new Set(strings)].toSorted();
}
