import type { KindName } from '@cuecard/core';
import { useMemo, useRef, useState } from 'preact/hooks';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { EntryList } from './entry-list.js';
import { KIND_TITLES } from './kinds.js';
import { type Filter, Index } from './search.js';

/** Everything the project has, to search and to choose from. */
export function Catalogue({ onChosen }: { readonly onChosen: () => void }) {
  const entries = useStore(usePage().entries);
  const [filter, setFilter] = useState<Filter>({ text: '' });
  const list = useRef<HTMLElement>(null);
  const index = useMemo(() => new Index(entries ?? []), [entries]);
  const found = useMemo(() => index.search(filter), [index, filter]);
  const focusFirst = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    const first = list.current?.querySelector('a');
    if (event.key === 'Enter') first?.click();
    else first?.focus();
  };
  return (
    <nav class="catalogue" aria-label="Catalogue">
      <div class="side-head" role="search">
        <input
          type="search"
          id="search"
          placeholder="Search"
          aria-label="Search the catalogue"
          aria-keyshortcuts="/"
          autocomplete="off"
          spellcheck={false}
          value={filter.text}
          onInput={({ currentTarget }) => setFilter({ ...filter, text: currentTarget.value })}
          onKeyDown={focusFirst}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <Filters index={index} filter={filter} onFilter={setFilter} />
      <p class="hidden" role="status">
        {filter.text && `${found.length} found`}
      </p>
      {entries === undefined && <Ghosts />}
      {entries !== undefined && <EntryList {...{ found, filter, onChosen }} container={list} />}
      {entries !== undefined && found.length === 0 && <Nothing isFiltered={entries.length > 0} />}
    </nav>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return <p class="empty">{isFiltered ? 'Nothing matches.' : 'The project has nothing yet.'}</p>;
}

interface FilterProps {
  readonly index: Index;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function Filters({ index: { kinds, tags, packs }, filter, onFilter }: FilterProps) {
  const present = (Object.keys(KIND_TITLES) as KindName[]).filter((kind) => kinds.has(kind));
  return (
    <div class="filters">
      {present.length > 1 && (
        <div class="chips" role="group" aria-label="Kind">
          {present.map((kind) => (
            <button
              type="button"
              aria-pressed={filter.kind === kind}
              onClick={() => onFilter({ ...filter, kind: filter.kind === kind ? undefined : kind })}
            >
              {KIND_TITLES[kind]} <span class="count">{kinds.get(kind)?.toLocaleString('en')}</span>
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

function Ghosts() {
  return (
    <div class="ghosts" aria-hidden="true">
      {Array.from({ length: 6 }, () => (
        <div class="ghost" />
      ))}
    </div>
  );
}
