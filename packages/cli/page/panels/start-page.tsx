import type { CatalogueEntry, ProjectInfo } from '../../src/playground/api.js';
import { KIND_TITLES, KINDS } from '../catalogue/search.js';
import { hashOf } from '../state/address.js';
import { missingScopes, withScopes } from '../state/caller.js';
import { openWith } from '../state/open-with.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { Clients, Endpoint } from './connect.js';

interface Props {
  readonly project: ProjectInfo;
  /** Shows the catalogue. */
  readonly onBrowse: () => void;
}

/** The project at a glance: its size, an item to begin with, and how clients connect. */
export function StartPage({ project, onBrowse }: Props) {
  const page = usePage();
  const entries = useStore(page.entries);
  const first = firstTry(entries ?? []);
  const countOf = (kind: string) => (entries ?? []).filter((entry) => entry.isChosen && entry.kind === kind).length;
  const browse = (kind: CatalogueEntry['kind']) => {
    page.filter.set({ text: '', kind });
    onBrowse();
  };
  return (
    <div class="panel start">
      <h1>{project.title ?? project.name}</h1>
      <ul class="counts row" aria-label="Contents">
        {KINDS.filter((kind) => countOf(kind) > 0).map((kind) => (
          <li>
            <button type="button" onClick={() => browse(kind)}>
              <strong>{countOf(kind).toLocaleString('en')}</strong>{' '}
              {countOf(kind) === 1 ? kind : KIND_TITLES[kind].toLowerCase()}
            </button>
          </li>
        ))}
      </ul>
      {entries?.length === 0 && (
        <p class="first">This project has no prompts, tools or resources yet. Add one, and it appears here.</p>
      )}
      {first !== undefined && <First entry={first} />}
      <h2>Endpoint</h2>
      <Endpoint project={project} />
      <h2>Connect a client</h2>
      <Clients project={project} />
    </div>
  );
}

/** Opens an item with its sample. Adds the scopes that the caller needs. */
function First({ entry }: { readonly entry: CatalogueEntry }) {
  const page = usePage();
  const missing = missingScopes(entry, useStore(page.caller));
  const { title, name, description } = entry;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    if (missing.length > 0) page.callAs(withScopes(page.caller.value, missing));
    void openWith(page, entry);
  };
  return (
    <section class="first" aria-label="Start here">
      <div>
        <h2>{title ?? name}</h2>
        <p class="muted">{description}</p>
        {missing.length > 0 && (
          <p class="muted">
            “Try it” calls with scope <code>{missing.join(' ')}</code>.
          </p>
        )}
      </div>
      <a class="button primary" href={hashOf(entry)} onClick={open}>
        Try it
      </a>
    </section>
  );
}

/** The best item to begin with: one that shows a result at once, preferably a prompt, without scopes, with a sample. */
function firstTry(entries: readonly CatalogueEntry[]): CatalogueEntry | undefined {
  const rank = ({ kind, scopes, hasSample, needsArguments }: CatalogueEntry) =>
    (kind !== 'tool' && (hasSample || !needsArguments) ? 8 : 0) +
    (kind === 'prompt' ? 4 : 0) +
    (scopes === undefined ? 2 : 0) +
    (hasSample ? 1 : 0);
  const candidates = entries.filter(({ isChosen, deprecated }) => isChosen && deprecated === undefined);
  return candidates.toSorted((one, other) => rank(other) - rank(one))[0];
}
