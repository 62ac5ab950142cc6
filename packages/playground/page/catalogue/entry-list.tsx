import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CatalogueEntry } from '../../src/api.js';
import { type Address, hashOf, isItem } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { KIND_TITLES } from './kinds.js';
import type { Listed } from './search.js';

const ROW = 52;
const HEADING = 40;
/** Rows beyond the edges, so that scrolling shows no gaps. */
const SPARE = 8;

interface Row {
  readonly top: number;
  readonly heading?: string;
  readonly listed?: Listed;
  /** Its place among the entries, from 0. */
  readonly place: number;
}

interface Props {
  readonly found: readonly Listed[];
  readonly onChosen: () => void;
  readonly container: RefObject<HTMLElement | null>;
}

/** The entries as a list of any length: only those in sight are in the document. */
export function EntryList({ found, onChosen, container }: Props) {
  const { rows, height } = useMemo(() => rowsOf(found), [found]);
  const [view, setView] = useState({ top: 0, height: 900 });
  const [wanted, setWanted] = useState<number>();
  useView(container, setView);
  useLayoutEffect(() => container.current?.scrollTo(0, 0), [found]);
  useFocus(container, { wanted, rows, done: () => setWanted(undefined) });
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
      <ul style={{ height: `${height}px` }}>
        {rows.slice(from, until + 1).map((row) => (
          <Entry
            key={row.heading ?? row.listed?.entry.kind + hashless(row)}
            row={row}
            total={found.length}
            onChosen={onChosen}
          />
        ))}
      </ul>
    </section>
  );
}

function hashless({ listed }: Row): string {
  return ` ${listed?.entry.name}`;
}

function Entry({ row, total, onChosen }: { readonly row: Row; readonly total: number; readonly onChosen: () => void }) {
  const page = usePage();
  const address = useStore(page.address);
  const { listed, heading, top, place } = row;
  const style = { transform: `translateY(${top}px)` };
  if (listed === undefined)
    return (
      <li class="entries-heading" style={style} role="presentation">
        <h2>{heading}</h2>
      </li>
    );
  const { entry, versions } = listed;
  const target = { kind: entry.kind, name: entry.isChosen ? entry.name : nameOf(entry) };
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    page.go(target);
    onChosen();
  };
  return (
    <li style={style} data-place={place} aria-setsize={total} aria-posinset={place + 1}>
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

function rowsOf(found: readonly Listed[]): { readonly rows: readonly Row[]; readonly height: number } {
  const rows: Row[] = [];
  let top = 0;
  for (const [place, listed] of found.entries()) {
    if (listed.entry.kind !== found[place - 1]?.entry.kind) {
      rows.push({ top, heading: KIND_TITLES[listed.entry.kind], place });
      top += HEADING;
    }
    rows.push({ top, listed, place });
    top += ROW;
  }
  return { rows, height: top };
}

/** The last row that begins above a height. */
function indexAt(rows: readonly Row[], height: number): number {
  let [low, high] = [0, rows.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.top ?? 0) <= height) low = middle;
    else high = middle;
  }
  return low;
}

function useView(
  container: RefObject<HTMLElement | null>,
  setView: (view: { top: number; height: number }) => void,
): void {
  useEffect(() => {
    const { current } = container;
    if (current === null) return undefined;
    const measure = () => setView({ top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, []);
}

interface Wanted {
  readonly wanted: number | undefined;
  readonly rows: readonly Row[];
  readonly done: () => void;
}

/** Moves the focus to an entry that may not be in the document yet. */
function useFocus(container: RefObject<HTMLElement | null>, { wanted, rows, done }: Wanted): void {
  const tries = useRef(0);
  useEffect(() => {
    const { current } = container;
    if (wanted === undefined || current === null) return;
    const link = current.querySelector<HTMLElement>(`li[data-place="${wanted}"] a`);
    if (link === null && tries.current < 3) {
      tries.current += 1;
      current.scrollTo(
        0,
        (rows.find(({ place, listed }) => listed && place === wanted)?.top ?? 0) - current.clientHeight / 2,
      );
      return;
    }
    tries.current = 0;
    link?.focus();
    done();
  });
}
