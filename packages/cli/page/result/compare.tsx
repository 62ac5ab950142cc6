import { useMemo, useState } from 'preact/hooks';
import { Pre } from '../content/json.js';
import { changedValues, type ItemResult, textIn, valuesText } from '../state/item-result.js';
import { useLoaded } from '../state/loaded.js';
import { usePage } from '../state/page.js';
import { readDraft, requestOf } from '../state/request.js';
import { useStore } from '../state/store.js';
import { differencesOf } from './differences.js';
import { timeOf } from './measures.js';
import type { ItemProps } from './result.js';

/** A result to compare. A version is rendered first. */
interface Side {
  readonly id: string;
  readonly title: string;
  readonly result?: ItemResult;
  readonly version?: string;
}

/** Compares any two results: now, before the last save, of another version, or of earlier values. */
export function Compare(props: ItemProps) {
  const sides = useSides(props);
  const [[beforeId, afterId], choose] = useState<readonly [string?, string?]>([]);
  const after = sides.find(({ id }) => id === afterId) ?? sides[0];
  const before = sides.find(({ id }) => id === beforeId) ?? sides.find((side) => side !== after);
  const [one, other] = [useRendered(before, props), useRendered(after, props)];
  if (after === undefined) return <p class="empty muted">No result yet.</p>;
  if (before === undefined)
    return <p class="empty muted">Nothing to compare yet. Save a change, or try other values.</p>;
  return (
    <>
      <p class="compare-with row small">
        <Choice label="Compare" {...{ sides, chosen: before }} onChoose={(id) => choose([id, after.id])} />
        <Choice label="with" {...{ sides, chosen: after }} onChoose={(id) => choose([before.id, id])} />
      </p>
      {[one, other].map((each) => typeof each === 'string' && <p class="fault small">{each}</p>)}
      {typeof one === 'object' && typeof other === 'object' && (
        <Difference before={textIn(one.answer)} after={textIn(other.answer)} />
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
  if (parts.every(({ side }) => side === 'both')) return <p class="empty muted">No differences.</p>;
  return (
    <Pre class="difference" label="Differences">
      {parts.map(({ side, text }) => {
        if (side === 'both') return text;
        return side === 'after' ? <ins>{text}</ins> : <del>{text}</del>;
      })}
    </Pre>
  );
}

const MAX_TITLE = 60;

function useSides({ workbench: { run, results }, detail: { kind, versions } }: ItemProps): readonly Side[] {
  const { result } = useStore(run);
  const before = useStore(results.before);
  const history = useStore(results.history);
  return useMemo(() => {
    if (result === undefined) return [];
    const earlier = history.filter(({ at }) => at !== result.at);
    return [
      { id: 'now', title: 'current result', result },
      ...(before === undefined ? [] : [{ id: 'before', title: 'before the last save', result: before }]),
      ...(kind === 'prompt' ? versions : []).map(({ version, labels }) => {
        return { id: version, title: ['version', version, ...labels].join(' '), version };
      }),
      ...earlier.map((each) => {
        const changed = changedValues(each.draft, result.draft);
        const values = Object.keys(changed).length > 0 ? valuesText(changed) : 'same values';
        return { id: String(each.at), title: `${timeOf(each.at)} ${values}`.slice(0, MAX_TITLE), result: each };
      }),
    ];
  }, [result, before, history, versions]);
}

/** The result of a side. A version is rendered with the values of the form. */
function useRendered(side: Side | undefined, { workbench, detail }: ItemProps): ItemResult | string | undefined {
  const page = usePage();
  const { result } = useStore(workbench.run);
  const { version } = side ?? {};
  const rendered = useLoaded(
    async (signal) => {
      if (version === undefined || result === undefined) return undefined;
      const name = `${detail.name}@${version}`;
      const request = requestOf(detail, name, readDraft(detail, workbench.fields, result.draft).values);
      const { elicitor } = workbench;
      const { answer } = await elicitor.call(page.mcp, request, { signal, canElicit: elicitor.hasResponses });
      return answer.error?.message ?? { ...result, name, answer };
    },
    { when: [version, result] },
  );
  return version === undefined ? side?.result : rendered;
}
