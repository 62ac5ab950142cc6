import type { JSX } from 'preact';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { Tabs } from '../shell/tabs.js';
import type { ItemAddress } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import type { Workbench } from '../state/workbench.js';
import { Clients } from './clients.js';
import { Compare } from './compare.js';
import { Conversation } from './conversation.js';
import { History } from './history.js';
import { Protocol } from './protocol.js';

/** The properties of every view of an item. */
export interface ItemProps {
  readonly detail: DefinitionDetail;
  readonly workbench: Workbench;
}

const VIEWS: Readonly<Record<string, (props: ItemProps) => JSX.Element>> = {
  result: Conversation,
  protocol: Protocol,
  compare: Compare,
  clients: Clients,
  history: History,
};

/** The result of an item in several views. */
export function Result({ address, ...props }: ItemProps & { readonly address: ItemAddress }) {
  const page = usePage();
  const { workbench } = props;
  const before = useStore(workbench.results.before);
  const { tab = 'result' } = address;
  const current = Object.hasOwn(VIEWS, tab) ? tab : 'result';
  const View = VIEWS[current] ?? Conversation;
  const tabs = Object.keys(VIEWS).map((id) => ({
    id,
    title: (
      <>
        {`${id[0]?.toUpperCase()}${id.slice(1)}`}
        {id === 'compare' && before !== undefined && (
          <span class="dot" role="img" aria-label="changed by the last save" />
        )}
      </>
    ),
  }));
  return (
    <section class="result" aria-label="Result">
      <Tabs
        label="Result views"
        class="tabs"
        panel="tab-panel"
        tabs={tabs}
        current={current}
        onChoose={(id) => page.go({ ...address, tab: id, values: workbench.draftWithoutSecrets })}
      />
      <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`} tabIndex={-1}>
        <View {...props} />
      </div>
    </section>
  );
}
