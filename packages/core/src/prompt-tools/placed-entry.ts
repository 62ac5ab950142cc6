import { cursorAfter } from '../cursor.js';
import type { ListEntry, ListPage } from '../protocol.js';

/** An entry of a list, and its place there. */
export interface PlacedEntry {
  readonly entry: ListEntry;
  readonly place: string;
}

/** A page of entries, and the position of the next page. */
interface EntryPage {
  readonly entries: readonly ListEntry[];
  readonly next: Pick<ListPage, 'nextCursor'>;
}

/** The first entries as a page. No more are looked at than the page holds, and one to know whether there is a next page. */
export function pageFrom(entries: Iterable<PlacedEntry>, pageSize: number): EntryPage {
  const page: PlacedEntry[] = [];
  let isLast = true;
  for (const each of entries) {
    isLast = page.length < pageSize;
    if (!isLast) break;
    page.push(each);
  }
  const last = page.at(-1);
  const next = isLast || last === undefined ? {} : { nextCursor: cursorAfter(last.place) };
  return { entries: page.map(({ entry }) => entry), next };
}
