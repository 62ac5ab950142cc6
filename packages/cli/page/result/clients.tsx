import { useEffect, useState } from 'preact/hooks';
import type { View } from '../../src/playground/api.js';
import { Json } from '../content/json.js';
import { usePage, wordsOf } from '../state/page.js';
import { readDraft, uriOf } from '../state/request.js';
import { saidIn } from '../state/shown.js';
import { useStore } from '../state/store.js';
import { Messages } from './conversation.js';
import { counted } from './measures.js';
import type { TabProps } from './result.js';

/** The views of an item in each client. */
export function Clients(props: TabProps) {
  const page = usePage();
  const revisions = page.project.value?.revisions ?? [];
  const [revision, setRevision] = useState(revisions[0] ?? '');
  const [host, setHost] = useState<string>();
  const views = useViews(props, revision);
  if (typeof views === 'string') return <p class="fault">{views}</p>;
  const current = views?.find((view) => view.host === host) ?? views?.[0];
  return (
    <>
      <p class="compare-with">
        <label for="revision">Revision of the protocol</label>
        <select id="revision" value={revision} onChange={({ currentTarget }) => setRevision(currentTarget.value)}>
          {revisions.map((each) => (
            <option value={each}>{each}</option>
          ))}
        </select>
      </p>
      {views && <Hosts {...{ views, current }} onHost={setHost} />}
      {current !== undefined && <Seen view={current} />}
    </>
  );
}

interface HostsProps {
  readonly views: readonly View[];
  readonly current: View | undefined;
  readonly onHost: (host: string) => void;
}

function Hosts({ views, current, onHost }: HostsProps) {
  return (
    <ul class="hosts" aria-label="Clients">
      {views.map((view) => (
        <li key={view.host}>
          <button type="button" aria-pressed={view === current} onClick={() => onHost(view.host)}>
            <span>{view.host}</span>
            <span class="host-changes">{summaryOf(view)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function summaryOf({ changes, entry }: View): string {
  if (entry === undefined) return 'not shown';
  return changes.length === 0 ? 'unchanged' : counted(changes.length, 'change');
}

function Seen({ view }: { readonly view: View }) {
  const { host, shownAs, changes, entry, result, error } = view;
  return (
    <section aria-label={`As ${host} sees it`}>
      <h2>As {host} sees it</h2>
      {shownAs !== undefined && (
        <p>
          Its name there is <code>{shownAs}</code>.
        </p>
      )}
      {changes.length === 0 ? (
        <p class="muted">It gets everything unchanged.</p>
      ) : (
        <ul class="changes">
          {changes.map((each) => (
            <li>{each}</li>
          ))}
        </ul>
      )}
      {error !== undefined && <p class="fault">{error.message}</p>}
      {result !== undefined && (
        <Messages said={saidIn({ result: result as Readonly<Record<string, unknown>> })} isPlain={false} />
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

/** The views of all hosts, or why there are none. */
function useViews({ detail, workbench }: TabProps, revision: string): readonly View[] | string | undefined {
  const page = usePage();
  const draft = useStore(workbench.draft);
  const generation = useStore(page.generation);
  const [views, setViews] = useState<readonly View[] | string>();
  useEffect(() => {
    const controller = new AbortController();
    const { values, missing } = readDraft(detail, workbench.fields, draft);
    const { name, version, kind } = detail;
    const request = {
      kind,
      name: workbench.name.includes('@') ? `${name}@${version}` : name,
      arguments: values,
      ...(kind === 'resource' && missing.length === 0 && { uri: uriOf(detail, values) }),
      hosts: page.project.value?.hosts ?? [],
      revisions: [revision],
    };
    const ask = async () => setViews(await page.api.views(request, controller.signal));
    const timer = setTimeout(
      () => void ask().catch((error: unknown) => controller.signal.aborted || setViews(wordsOf(error))),
      200,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [draft, revision, generation]);
  return views;
}
