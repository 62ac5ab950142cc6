import { useEffect, useMemo, useState } from 'preact/hooks';
import { usePage, wordsOf } from '../state/page.js';
import { readDraft, requestOf } from '../state/request.js';
import { type Shown, textIn, valuesText } from '../state/shown.js';
import { useStore } from '../state/store.js';
import type { Workbench } from '../state/workbench.js';
import { differencesOf } from './differences.js';
import { timeOf } from './measures.js';
import type { TabProps } from './result.js';

/** A result that can be compared. A version is rendered first. */
interface Side {
  readonly id: string;
  readonly title: string;
  readonly shown?: Shown;
  readonly version?: string;
}

/** Any two results side by side: now, before the last save, of another version, or of other values. */
export function Compare({ workbench, detail }: TabProps) {
  const { shown } = useStore(workbench.run);
  const sides = useSides(workbench, detail);
  const [[one, other], choose] = useState<readonly [string?, string?]>([]);
  const now = sides.find(({ id }) => id === other) ?? sides[0];
  const former = sides.find(({ id }) => id === one) ?? sides.find((side) => side !== now);
  const before = useRendered(former, { workbench, detail });
  const after = useRendered(now, { workbench, detail });
  if (shown === undefined) return <p class="empty">There is no result yet.</p>;
  if (former === undefined || now === undefined)
    return <p class="empty">There is nothing to compare with yet. Save a change, or try other values.</p>;
  return (
    <>
      <p class="compare-with">
        <Choice label="Compare" {...{ sides, chosen: former }} onChoose={(id) => choose([id, now.id])} />
        <Choice label="with" {...{ sides, chosen: now }} onChoose={(id) => choose([former.id, id])} />
      </p>
      {[before, after].map((each) => typeof each === 'string' && <p class="fault">{each}</p>)}
      {typeof before === 'object' && typeof after === 'object' && (
        <Difference before={textIn(before.answer)} after={textIn(after.answer)} />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly sides: readonly Side[];
  readonly chosen: Side;
  readonly onChoose: (id: string) => void;
}

function Choice({ label, sides, chosen, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={chosen.id} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {sides.map(({ id, title }) => (
          <option value={id}>{title}</option>
        ))}
      </select>
    </label>
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

const MAX_TITLE = 60;

function useSides({ run, results }: Workbench, { kind, versions }: TabProps['detail']): readonly Side[] {
  const { shown } = useStore(run);
  const before = useStore(results.before);
  const history = useStore(results.history);
  return useMemo(() => {
    const earlier = history.filter(({ at }) => at !== shown?.at);
    return [
      ...(shown === undefined ? [] : [{ id: 'now', title: 'the result now', shown }]),
      ...(before === undefined ? [] : [{ id: 'before', title: 'before the last save', shown: before }]),
      ...(kind === 'prompt' ? versions : []).map(({ version, labels }) => {
        return { id: version, title: ['version', version, ...labels].join(' '), version };
      }),
      ...earlier.map((each) => {
        return {
          id: String(each.at),
          title: `${timeOf(each.at)} ${valuesText(each.draft)}`.slice(0, MAX_TITLE),
          shown: each,
        };
      }),
    ];
  }, [shown, before, history, versions]);
}

/** The result of a side; a version is rendered with the values of the form. */
function useRendered(side: Side | undefined, { workbench, detail }: TabProps): Shown | string | undefined {
  const page = usePage();
  const { shown } = useStore(workbench.run);
  const [rendered, setRendered] = useState<Shown | string>();
  useEffect(() => {
    if (side?.version === undefined || shown === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const name = `${detail.name}@${side.version}`;
    const { values } = readDraft(detail, workbench.fields, shown.draft);
    const render = async () => {
      const options = { signal, canAsk: workbench.asking.hasAnswers };
      const { answer } = await workbench.asking.ask(page.mcp, requestOf(detail, name, values), options);
      setRendered(answer.error?.message ?? { ...shown, name, answer });
    };
    setRendered(undefined);
    void render().catch((error: unknown) => signal.aborted || setRendered(wordsOf(error)));
    return () => controller.abort();
  }, [side?.version, shown]);
  return side?.version === undefined ? side?.shown : rendered;
}
