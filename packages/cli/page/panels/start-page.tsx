import type { CatalogueEntry, ProjectInfo } from '../../src/playground/api.js';
import { KIND_TITLES, KINDS } from '../catalogue/search.js';
import { hashOf } from '../state/address.js';
import { missingScopes } from '../state/caller.js';
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
  const entries = useStore(page.entries) ?? [];
  const caller = useStore(page.caller);
  const first = firstTry(entries.filter((entry) => missingScopes(entry, caller).length === 0));
  const countOf = (kind: string) => entries.filter((entry) => entry.isChosen && entry.kind === kind).length;
  const browse = (kind: CatalogueEntry['kind']) => {
    page.filter.set({ text: '', kind });
    onBrowse();
  };
  return (
    <div class="panel start">
      <h1>{project.title ?? project.name}</h1>
      <ul class="counts" aria-label="Contents">
        {KINDS.filter((kind) => countOf(kind) > 0).map((kind) => (
          <li>
            <button type="button" onClick={() => browse(kind)}>
              <strong>{countOf(kind).toLocaleString('en')}</strong>{' '}
              {countOf(kind) === 1 ? kind : KIND_TITLES[kind].toLowerCase()}
            </button>
          </li>
        ))}
      </ul>
      {first !== undefined && <First entry={first} />}
      <h2>Endpoint</h2>
      <Endpoint project={project} />
      <h2>Connect a client</h2>
      <Clients project={project} />
    </div>
  );
}

function First({ entry }: { readonly entry: CatalogueEntry }) {
  const page = usePage();
  const { title, name, description } = entry;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    void openWith(page, entry);
  };
  return (
    <section class="first" aria-label="Begin here">
      <div>
        <h2>{title ?? name}</h2>
        <p class="muted">{description}</p>
      </div>
      <a class="button primary" href={hashOf(entry)} onClick={open}>
        Try it
      </a>
    </section>
  );
}

/** The item that most probably shows a result at once: a prompt with a sample, or one without required arguments. */
function firstTry(entries: readonly CatalogueEntry[]): CatalogueEntry | undefined {
  const candidates = entries.filter(({ isChosen, deprecated }) => isChosen && deprecated === undefined);
  const prompts = candidates.filter(({ kind }) => kind === 'prompt');
  return (
    prompts.find(({ hasSample }) => hasSample) ??
    prompts.find(({ needsArguments }) => needsArguments !== true) ??
    candidates.find(({ kind, needsArguments }) => kind === 'resource' && needsArguments !== true) ??
    candidates[0]
  );
}
