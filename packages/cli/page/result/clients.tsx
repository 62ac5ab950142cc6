import { useState } from 'preact/hooks';
import type { View } from '../../src/playground/api.js';
import { Json } from '../content/json.js';
import { messagesIn } from '../state/item-result.js';
import { useLoaded } from '../state/loaded.js';
import { usePage } from '../state/page.js';
import { readDraft, uriOf } from '../state/request.js';
import { useStore } from '../state/store.js';
import { Messages } from './conversation.js';
import { countText } from './measures.js';
import type { ItemProps } from './result.js';

/** An item as each client gets it. */
export function Clients(props: ItemProps) {
  const { revisions = [] } = usePage().project.value ?? {};
  const [revision, setRevision] = useState(revisions[0] ?? '');
  const [host, setHost] = useState<string>();
  const views = useViews(props, revision);
  if (typeof views === 'string') return <p class="fault small">{views}</p>;
  const current = views?.find((view) => view.host === host) ?? views?.[0];
  return (
    <>
      <p class="compare-with row small">
        <label for="revision">Protocol revision</label>
        <select id="revision" value={revision} onChange={({ currentTarget }) => setRevision(currentTarget.value)}>
          {revisions.map((each) => (
            <option value={each}>{each}</option>
          ))}
        </select>
      </p>
      <ul class="hosts" aria-label="Clients">
        {views?.map((view) => (
          <li key={view.host}>
            <button type="button" aria-pressed={view === current} onClick={() => setHost(view.host)}>
              <span>{view.host}</span>
              <span class="host-changes muted">{summaryOf(view)}</span>
            </button>
          </li>
        ))}
      </ul>
      {current !== undefined && <HostView view={current} />}
    </>
  );
}

function summaryOf({ changes, entry }: View): string {
  if (entry === undefined) return 'not shown';
  return changes.length === 0 ? 'unchanged' : countText(changes.length, 'change');
}

function HostView({ view: { host, shownAs, changes, entry, result, error } }: { readonly view: View }) {
  return (
    <section aria-label={`As ${host} sees it`}>
      <h2>As {host} sees it</h2>
      {shownAs !== undefined && (
        <p>
          Name in {host}: <code>{shownAs}</code>
        </p>
      )}
      {changes.length === 0 && error === undefined && <p class="muted">No changes for this client.</p>}
      <ul class="changes">
        {changes.map((each) => (
          <li>{each}</li>
        ))}
      </ul>
      {error !== undefined && <p class="fault small">{error.message}</p>}
      {result !== undefined && (
        <Messages messages={messagesIn({ result: result as Readonly<Record<string, unknown>> })} isPlain={false} />
      )}
      {entry !== undefined && (
        <>
          <h2>List entry</h2>
          <Json value={entry} label={`List entry for ${host}`} />
        </>
      )}
    </section>
  );
}

/** The views of all hosts, or the error. */
function useViews({ detail, workbench }: ItemProps, revision: string): readonly View[] | string | undefined {
  const page = usePage();
  const draft = useStore(workbench.draft);
  const generation = useStore(page.generation);
  const load = (signal: AbortSignal) => {
    const { values, missing } = readDraft(detail, workbench.fields, draft);
    const { name, version, kind } = detail;
    const request = {
      kind,
      name: workbench.name.includes('@') ? `${name}@${version}` : name,
      arguments: values,
      ...(kind === 'resource' && missing.length === 0 && { uri: uriOf(detail, values) }),
      hosts: page.project.value?.hosts ?? [],
      revisions: [revision],
      principal: page.caller.value.principal,
    };
    return page.api.views(request, signal);
  };
  return useLoaded(load, { when: [draft, revision, generation], delayMs: 200 });
}
