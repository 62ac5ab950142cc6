import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { CatalogueEntry } from '../../src/playground/api.js';
import { type Address, hashOf, isItem } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { type EntryRow, type HeadingRow, indexAt, type Row, rowsOf } from './rows.js';
import type { Filter, Listed } from './search.js';
import { useEntryFocus, useView } from './view.js';

/** Rows beyond the edges, so that scrolling shows no gaps. */
const SPARE = 8;

interface Props {
  readonly found: readonly Listed[];
  /** What they were found by: another one begins at the top. */
  readonly filter: Filter;
  readonly onChosen: () => void;
  readonly container: RefObject<HTMLElement | null>;
}

/** The entries as a list of any length: only those in sight are in the document. */
export function EntryList({ found, filter, onChosen, container }: Props) {
  const { rows, height } = useMemo(() => rowsOf(found), [found]);
  const [view, setView] = useState({ top: 0, height: 900 });
  const [wanted, setWanted] = useState<number>();
  useView(container, setView);
  useLayoutEffect(() => container.current?.scrollTo(0, 0), [filter]);
  useEntryFocus(container, { wanted, rows, done: () => setWanted(undefined) });
  const from = Math.max(0, indexAt(rows, view.top) - SPARE);
  const until = indexAt(rows, view.top + view.height) + SPARE;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const place = Number((event.target as HTMLElement).closest('li')?.dataset['place'] ?? Number.NaN);
    if (step === undefined || Number.isNaN(place)) return;
    event.preventDefault();
    if (step === -1 && place === 0) document.getElementById('search')?.focus();
    else setWanted(Math.min(Math.max(place + step, 0), found.length - 1));
  };
  return (
    <section ref={container} class="entries" aria-label="Entries" onKeyDown={move}>
      <div class="entries-all" style={{ height: `${height}px` }}>
        {groupsOf(rows, from, until).map(({ heading, entries }) => (
          <Group key={heading.heading} {...{ heading, entries }} total={found.length} onChosen={onChosen} />
        ))}
      </div>
    </section>
  );
}

/** The rows of a kind that are in sight. */
interface RowGroup {
  readonly heading: HeadingRow;
  readonly entries: readonly EntryRow[];
}

function groupsOf(rows: readonly Row[], from: number, until: number): readonly RowGroup[] {
  const groups: { readonly heading: HeadingRow; readonly entries: EntryRow[] }[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > until) break;
    if ('heading' in row) groups.push({ heading: row, entries: [] });
    else if (index >= from) groups.at(-1)?.entries.push(row);
  }
  return groups.filter(({ entries }) => entries.length > 0);
}

interface GroupProps extends RowGroup {
  readonly total: number;
  readonly onChosen: () => void;
}

function Group({ heading: { heading, top }, entries, total, onChosen }: GroupProps) {
  return (
    <>
      <h2 class="entries-heading" id={`kind-${heading}`} style={{ transform: `translateY(${top}px)` }}>
        {heading}
      </h2>
      <ul aria-labelledby={`kind-${heading}`}>
        {entries.map((row) => (
          <Entry key={row.listed.entry.name} row={row} total={total} onChosen={onChosen} />
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  readonly row: EntryRow;
  readonly total: number;
  readonly onChosen: () => void;
}

function Entry({ row, total, onChosen }: EntryProps) {
  const page = usePage();
  const address = useStore(page.address);
  const { listed, top, place } = row;
  const { entry, versions } = listed;
  const target = { kind: entry.kind, name: entry.isChosen ? entry.name : nameOf(entry) };
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    page.go(target);
    onChosen();
  };
  return (
    <li style={{ transform: `translateY(${top}px)` }} data-place={place} aria-setsize={total} aria-posinset={place + 1}>
      <a
        href={hashOf(target)}
        onClick={choose}
        aria-current={isCurrent(address, entry) ? 'page' : undefined}
        data-deprecated={entry.deprecated !== undefined}
      >
        <span class="entry-title">{entry.title ?? entry.name}</span>
        {entry.deprecated !== undefined && <span class="badge">deprecated</span>}
        <span class="entry-name">
          {entry.name}
          {versions > 1 && ` · ${versions} versions`}
        </span>
      </a>
    </li>
  );
}

function nameOf({ name, version }: CatalogueEntry): string {
  return version === undefined ? name : `${name}@${version}`;
}

function isCurrent(address: Address, { kind, name }: CatalogueEntry): boolean {
  return isItem(address) && address.kind === kind && address.name.split('@')[0] === name;
}
