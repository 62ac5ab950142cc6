import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ItemAddress } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { Workbench } from '../state/workbench.js';
import { ItemForm } from './item-form.js';
import { ItemHead } from './item-head.js';
import { Result } from './result.js';

/** An item with its description, form and result. */
export function Item({ address }: { readonly address: ItemAddress }) {
  const page = usePage();
  const workbench = useMemo(() => new Workbench(page, address), []);
  const generation = useStore(page.generation);
  const detail = useStore(workbench.detail);
  const problem = useStore(workbench.problem);
  useEffect(() => void workbench.load(), [generation]);
  useEffect(() => () => workbench.close(), []);
  useGivenValues(workbench, address);
  useEffect(() => {
    const send = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      const form = (event.target as Element).closest<HTMLFormElement>('form:not(.arguments)');
      if (form === null) document.getElementById('send')?.click();
      else form.requestSubmit();
    };
    addEventListener('keydown', send);
    return () => removeEventListener('keydown', send);
  }, []);
  if (detail === undefined) return <Unloaded problem={problem} name={address.name} />;
  return (
    <div class="item">
      <section class="item-form" aria-label={`${detail.kind} ${detail.title ?? detail.name}`}>
        <ItemHead detail={detail} address={address} />
        {problem !== undefined && (
          <p class="notice small" role="status">
            {problem}. Below is the last loaded version.
          </p>
        )}
        <ItemForm detail={detail} workbench={workbench} />
      </section>
      <Result detail={detail} workbench={workbench} address={address} />
    </div>
  );
}

/** Fills in the values of another address of the same item. Steps between tabs do not change the form. */
function useGivenValues(workbench: Workbench, { tab, values }: ItemAddress): void {
  const former = useRef(tab);
  useEffect(() => {
    const isOtherTab = former.current !== tab;
    former.current = tab;
    if (values === undefined || isOtherTab || JSON.stringify(values) === JSON.stringify(workbench.draftWithoutSecrets))
      return;
    if (workbench.detail.value !== undefined) workbench.restore(values);
  }, [tab, values]);
}

function Unloaded({ problem, name }: { readonly problem: string | undefined; readonly name: string }) {
  if (problem === undefined) return <div class="item" aria-busy="true" />;
  return (
    <div class="empty muted">
      <h1>{name}</h1>
      <p role="status">{problem}.</p>
    </div>
  );
}
