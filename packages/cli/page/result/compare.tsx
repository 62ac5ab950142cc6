import { useEffect, useMemo, useState } from 'preact/hooks';
import { usePage, wordsOf } from '../state/page.js';
import { readDraft, requestOf } from '../state/request.js';
import { type Shown, textIn } from '../state/shown.js';
import { useStore } from '../state/store.js';
import { differencesOf } from './differences.js';
import { timeOf } from './history.js';
import type { TabProps } from './result.js';

/** What a result can be compared with. */
interface Other {
  readonly id: string;
  readonly title: string;
  readonly shown?: Shown;
  /** A version, which has to be rendered first. */
  readonly version?: string;
}

/** The result beside another one: before the last save, of another version, or of before. */
export function Compare({ workbench, detail }: TabProps) {
  const { shown } = useStore(workbench.run);
  const before = useStore(workbench.results.before);
  const history = useStore(workbench.results.history);
  const [chosen, setChosen] = useState<string>();
  const others = useMemo(
    () => othersOf({ before, history, shown, versions: detail.kind === 'prompt' ? detail.versions : [] }),
    [before, history, shown, detail],
  );
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  const rendered = useRendered(other, { workbench, detail });
  if (shown === undefined) return <p class="empty">There is no result yet.</p>;
  if (other === undefined)
    return <p class="empty">There is nothing to compare with yet. Save a change, or try other values.</p>;
  return (
    <>
      <p class="compare-with">
        <label for="compare-with">The result now, beside</label>
        <select id="compare-with" value={other.id} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {others.map(({ id, title }) => (
            <option value={id}>{title}</option>
          ))}
        </select>
      </p>
      {typeof rendered === 'string' && <p class="fault">{rendered}</p>}
      {typeof rendered === 'object' && <Difference before={textIn(rendered.answer)} after={textIn(shown.answer)} />}
    </>
  );
}

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(() => differencesOf(before, after), [before, after]);
  if (parts.every(({ side }) => side === 'both')) return <p class="empty">There is no difference.</p>;
  return (
    <pre class="difference" tabIndex={0} role="group" aria-label="Differences">
      {parts.map(({ side, text }) => {
        if (side === 'both') return text;
        return side === 'after' ? <ins>{text}</ins> : <del>{text}</del>;
      })}
    </pre>
  );
}

interface Known {
  readonly before: Shown | undefined;
  readonly history: readonly Shown[];
  readonly shown: Shown | undefined;
  readonly versions: readonly { readonly version: string; readonly labels: readonly string[] }[];
}

function othersOf({ before, history, shown, versions }: Known): readonly Other[] {
  return [
    ...(before === undefined ? [] : [{ id: 'before', title: 'before the last save', shown: before }]),
    ...versions.map(({ version, labels }) => ({
      id: version,
      title: ['version', version, ...labels].join(' '),
      version,
    })),
    ...history
      .filter(({ at }) => at !== shown?.at)
      .map((each) => ({ id: String(each.at), title: `the result of ${timeOf(each)}`, shown: each })),
  ];
}

/** The other result; a version is rendered with the values of the form. */
function useRendered(other: Other | undefined, { workbench, detail }: TabProps): Shown | string | undefined {
  const page = usePage();
  const { shown } = useStore(workbench.run);
  const [rendered, setRendered] = useState<Shown | string>();
  useEffect(() => {
    setRendered(other?.shown);
    if (other?.version === undefined || shown === undefined) return undefined;
    const controller = new AbortController();
    const name = `${detail.name}@${other.version}`;
    const { values } = readDraft(detail, workbench.fields, shown.draft);
    const ask = async () => {
      const { answer } = await workbench.asking.ask(page.mcp, requestOf(detail, name, values), controller.signal);
      setRendered(answer.error?.message ?? { ...shown, name, answer });
    };
    void ask().catch((error: unknown) => controller.signal.aborted || setRendered(wordsOf(error)));
    return () => controller.abort();
  }, [other?.id, shown]);
  return rendered;
}
