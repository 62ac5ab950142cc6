import { useMemo, useRef } from 'preact/hooks';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { EntryList } from './entry-list.js';
import { type Filter, Index, KIND_TITLES, type SearchResult } from './search.js';

/** The prompts, tools and resources of the project, with a search. */
export function Catalogue({ onChosen }: { readonly onChosen: () => void }) {
  const page = usePage();
  const entries = useStore(page.entries);
  const filter = useStore(page.filter);
  const setFilter = (changed: Filter) => page.filter.set(changed);
  const list = useRef<HTMLElement>(null);
  const index = useMemo(() => new Index(entries ?? []), [entries]);
  const { rows, counts } = useMemo(() => index.search(filter), [index, filter]);
  return (
    <nav class="catalogue" aria-label="Catalogue" onKeyDown={(event) => moveFocus(event, list.current)}>
      <Search text={filter.text} onText={(text) => setFilter({ ...filter, text })} />
      <Filters {...{ index, counts, filter }} onFilter={setFilter} />
      <p class="hidden" role="status">
        {filter.text && `${rows.length} found`}
      </p>
      {rows.length > 0 && <EntryList {...{ rows, filter, onChosen, list }} />}
      {entries !== undefined && rows.length === 0 && (
        <p class="empty muted">
          {entries.length > 0 ? 'No matches.' : 'This project has no prompts, tools or resources yet.'}
        </p>
      )}
    </nav>
  );
}

interface SearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

function Search({ text, onText }: SearchProps) {
  return (
    <div class="side-head" role="search">
      <input
        type="search"
        id="search"
        placeholder="Search"
        aria-label="Search the catalogue"
        aria-keyshortcuts="/"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

/** Moves the focus among the entries, and between them and the search. Enter in the search opens the best match. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const stops = [document.getElementById('search'), ...(list?.querySelectorAll('a') ?? [])];
  const at = stops.findIndex((stop) => stop === event.target);
  if (at === 0 && event.key === 'Enter') return stops[1]?.click();
  const next = at < 0 ? undefined : nextStop(event.key, at, stops.length - 1);
  if (next === undefined) return;
  event.preventDefault();
  stops[next]?.focus();
}

/** The search is stop 0. Only the arrow down leaves it. */
function nextStop(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, last);
  return at === 0 ? undefined : { ArrowUp: at - 1, Home: 1, End: last }[key];
}

interface FilterProps extends Pick<SearchResult, 'counts'> {
  readonly index: Index;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function Filters({ index: { kinds, tags, packs }, counts, filter, onFilter }: FilterProps) {
  return (
    <div class="filters">
      {kinds.length > 1 && (
        <div class="chips row" role="group" aria-label="Kind">
          {kinds.map((kind) => (
            <button
              type="button"
              aria-pressed={filter.kind === kind}
              onClick={() => onFilter({ ...filter, kind: filter.kind === kind ? undefined : kind })}
            >
              {KIND_TITLES[kind]} <span>{(counts.get(kind) ?? 0).toLocaleString('en')}</span>
            </button>
          ))}
        </div>
      )}
      <div class="narrows">
        <Narrow label="Tag" values={tags} value={filter.tag} onValue={(tag) => onFilter({ ...filter, tag })} />
        <Narrow label="Pack" values={packs} value={filter.pack} onValue={(pack) => onFilter({ ...filter, pack })} />
      </div>
    </div>
  );
}

interface NarrowProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string | undefined;
  readonly onValue: (value: string | undefined) => void;
}

function Narrow({ label, values, value, onValue }: NarrowProps) {
  if (values.length === 0) return null;
  return (
    <select
      aria-label={label}
      value={value !== undefined && values.includes(value) ? value : ''}
      onChange={({ currentTarget }) => onValue(currentTarget.value || undefined)}
    >
      <option value="">Any {label.toLowerCase()}</option>
      {values.map((each) => (
        <option value={each}>{each}</option>
      ))}
    </select>
  );
}
