import { KIND_TITLES } from './kinds.js';
import type { Listed } from './search.js';

// In pixels, as side.css has them.
const ROW = 52;
const HEADING = 40;

export interface HeadingRow {
  readonly top: number;
  readonly heading: string;
}

export interface EntryRow {
  readonly top: number;
  readonly listed: Listed;
  /** Its place among the entries, from 0. */
  readonly place: number;
}

export type Row = HeadingRow | EntryRow;

/** Where each entry of a list is, with a heading above those of each kind. */
export function rowsOf(found: readonly Listed[]): { readonly rows: readonly Row[]; readonly height: number } {
  const rows: Row[] = [];
  let top = 0;
  for (const [place, listed] of found.entries()) {
    if (listed.entry.kind !== found[place - 1]?.entry.kind) {
      rows.push({ top, heading: KIND_TITLES[listed.entry.kind] });
      top += HEADING;
    }
    rows.push({ top, listed, place });
    top += ROW;
  }
  return { rows, height: top };
}

/** The last row that begins above a height. */
export function indexAt(rows: readonly Row[], height: number): number {
  let [low, high] = [0, rows.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.top ?? 0) <= height) low = middle;
    else high = middle;
  }
  return low;
}

export function topOf(rows: readonly Row[], place: number): number {
  return rows.find((row) => 'place' in row && row.place === place)?.top ?? 0;
}
