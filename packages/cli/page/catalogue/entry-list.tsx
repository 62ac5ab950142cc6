import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { CatalogueEntry } from '../../src/playground/api.js';
import { type Address, isItem } from '../state/address.js';
import { missingScopes } from '../state/caller.js';
import { PageLink } from '../shell/page-link.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { type CatalogueRow, type Filter, KIND_TITLES, KINDS } from './search.js';

/** The number of entries in the document at first, and the number that the button adds. */
const [FIRST, MORE] = [150, 1000];

interface Props {
  readonly rows: readonly CatalogueRow[];
  /** Another filter starts with the first entries again. */
  readonly filter: Filter;
  readonly onChosen: () => void;
  readonly list: RefObject<HTMLElement | null>;
}

/** The entries by kind. */
export function EntryList({ rows, filter, onChosen, list }: Props) {
  const page = usePage();
  const address = useStore(page.address);
  const [more, setMore] = useState({ filter, count: 0 });
  useLayoutEffect(() => list.current?.scrollTo(0, 0), [filter]);
  const count = FIRST + (more.filter === filter ? more.count : 0);
  const shown = rows.slice(0, count);
  return (
    <section ref={list} class="entries" aria-label="Entries">
      {KINDS.map((kind) => {
        const ofKind = shown.filter(({ entry }) => entry.kind === kind);
        return (
          ofKind.length > 0 && (
            <>
              <h2 id={`kind-${kind}`}>{KIND_TITLES[kind]}</h2>
              <ul aria-labelledby={`kind-${kind}`}>
                {ofKind.map((row) => (
                  <Entry key={row.entry.name} {...row} isOpen={isCurrent(address, row.entry)} onChosen={onChosen} />
                ))}
              </ul>
            </>
          )
        );
      })}
      {shown.length < rows.length && (
        <button type="button" onClick={() => setMore({ filter, count: count - FIRST + MORE })}>
          Show more ({rows.length.toLocaleString('en')} in total)
        </button>
      )}
    </section>
  );
}

interface EntryProps extends CatalogueRow {
  readonly isOpen: boolean;
  readonly onChosen: () => void;
}

function Entry({ entry, versions, isOpen, onChosen }: EntryProps) {
  const caller = useStore(usePage().caller);
  const { kind, name, title, description, deprecated } = entry;
  const needs = missingScopes(entry, caller);
  const facts = [
    ...(versions > 1 ? [`${versions} versions`] : []),
    ...(deprecated === undefined ? [] : ['deprecated']),
    ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
  ];
  return (
    <li data-deprecated={deprecated !== undefined}>
      <PageLink to={{ kind, name: entry.isChosen ? name : nameOf(entry) }} onGo={onChosen} isCurrent={isOpen}>
        <span class="entry-title">{title ?? name}</span>
        {title !== undefined && <code>{name}</code>}
        {facts.map((fact) => (
          <span class="badge tiny muted">{fact}</span>
        ))}
        {description !== undefined && <span class="entry-about one-line tiny muted">{description}</span>}
      </PageLink>
    </li>
  );
}

function nameOf({ name, version }: CatalogueEntry): string {
  return version === undefined ? name : `${name}@${version}`;
}

function isCurrent(address: Address, { kind, name }: CatalogueEntry): boolean {
  return isItem(address) && address.kind === kind && address.name.split('@')[0] === name;
}
