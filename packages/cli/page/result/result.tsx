import type { JSX } from 'preact';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { hashOf, type ItemAddress } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import type { Workbench } from '../state/workbench.js';
import { Clients } from './clients.js';
import { Compare } from './compare.js';
import { Conversation } from './conversation.js';
import { History } from './history.js';
import { Protocol } from './protocol.js';

export interface TabProps {
  readonly detail: DefinitionDetail;
  readonly workbench: Workbench;
}

interface Tab {
  readonly id: string;
  readonly title: string;
  readonly show: (props: TabProps) => JSX.Element;
}

const TABS: readonly Tab[] = [
  { id: 'result', title: 'Result', show: Conversation },
  { id: 'protocol', title: 'Protocol', show: Protocol },
  { id: 'compare', title: 'Compare', show: Compare },
  { id: 'clients', title: 'Clients', show: Clients },
  { id: 'history', title: 'History', show: History },
];

interface Props extends TabProps {
  readonly address: ItemAddress;
}

/** The result of an item in several views. */
export function Result({ detail, workbench, address }: Props) {
  const page = usePage();
  const before = useStore(workbench.results.before);
  const current = TABS.find(({ id }) => id === address.tab) ?? TABS[0];
  const go = (tab: string) => page.go({ ...address, tab, values: workbench.kept });
  const Show = current?.show ?? Conversation;
  return (
    <section class="result" aria-label="Result">
      <div
        class="tabs"
        role="tablist"
        aria-label="Ways to see it"
        onKeyDown={(event) => moveTab(event, current?.id, go)}
      >
        {TABS.map(({ id, title }) => (
          <a
            role="tab"
            id={`tab-${id}`}
            href={hashOf({ ...address, tab: id })}
            aria-selected={id === current?.id}
            aria-controls="tab-panel"
            tabIndex={id === current?.id ? 0 : -1}
            onClick={(event) => (event.preventDefault(), go(id))}
          >
            {title}
            {id === 'compare' && before !== undefined && (
              <span class="dot" role="img" aria-label="changed by the last save" />
            )}
          </a>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current?.id}`} tabIndex={-1}>
        <Show detail={detail} workbench={workbench} />
      </div>
    </section>
  );
}

function moveTab(event: KeyboardEvent, current: string | undefined, go: (tab: string) => void): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const index = TABS.findIndex(({ id }) => id === current) + step;
  const next = TABS.at(index % TABS.length);
  if (next === undefined) return;
  go(next.id);
  document.getElementById(`tab-${next.id}`)?.focus();
}
