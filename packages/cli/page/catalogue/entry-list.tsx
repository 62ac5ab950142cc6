import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { CatalogueEntry } from '../../src/playground/api.js';
import { type Address, isItem } from '../state/address.js';
import { missingScopes } from '../state/caller.js';
import { PageLink } from '../shell/page-link.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { type Filter, KIND_TITLES, KINDS, type Listed } from './search.js';

/** How many entries are in the document at first, and how many more the button adds. */
const [FIRST, MORE] = [150, 1000];

interface Props {
  readonly listed: readonly Listed[];
  /** Another filter starts at the top, with the first entries. */
  readonly filter: Filter;
  readonly onChosen: () => void;
  readonly list: RefObject<HTMLElement | null>;
}

/** The entries by kind. */
export function EntryList({ listed, filter, onChosen, list }: Props) {
  const page = usePage();
  const address = useStore(page.address);
  const [more, setMore] = useState({ filter, count: 0 });
  useLayoutEffect(() => list.current?.scrollTo(0, 0), [filter]);
  const count = FIRST + (more.filter === filter ? more.count : 0);
  const shown = listed.slice(0, count);
  return (
    <section ref={list} class="entries" aria-label="Entries">
      {KINDS.map((kind) => {
        const rows = shown.filter(({ entry }) => entry.kind === kind);
        return (
          rows.length > 0 && (
            <>
              <h2 id={`kind-${kind}`}>{KIND_TITLES[kind]}</h2>
              <ul aria-labelledby={`kind-${kind}`}>
                {rows.map((row) => (
                  <Entry key={row.entry.name} {...row} isOpen={isShown(address, row.entry)} onChosen={onChosen} />
                ))}
              </ul>
            </>
          )
        );
      })}
      {shown.length < listed.length && (
        <button type="button" onClick={() => setMore({ filter, count: count - FIRST + MORE })}>
          Show more of {listed.length.toLocaleString('en')}
        </button>
      )}
    </section>
  );
}

interface EntryProps extends Listed {
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
          <span class="badge">{fact}</span>
        ))}
        {description !== undefined && <span class="entry-about">{description}</span>}
      </PageLink>
    </li>
  );
}

function nameOf({ name, version }: CatalogueEntry): string {
  return version === undefined ? name : `${name}@${version}`;
}

function isShown(address: Address, { kind, name }: CatalogueEntry): boolean {
  return isItem(address) && address.kind === kind && address.name.split('@')[0] === name;
}
