import { useEffect, useRef, useState } from 'preact/hooks';
import { Catalogue } from '../catalogue/catalogue.js';
import { ConnectPanel } from '../panels/connect-panel.js';
import { LogPanel } from '../panels/log-panel.js';
import { ProblemsBanner, ProblemsPanel } from '../panels/problems.js';
import { Welcome } from '../panels/welcome.js';
import { type Address, isItem } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { Item } from '../result/item.js';
import { Gate } from './gate.js';
import { Help } from './help.js';
import { useShortcuts } from './shortcuts.js';
import { TopBar } from './top-bar.js';

/** The whole page. */
export function App({ hasToken }: { readonly hasToken: boolean }) {
  const page = usePage();
  const isRefused = useStore(page.connection) === 'refused';
  const said = useStore(page.said);
  const [isMenu, setMenu] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  useShortcuts(page, { help: () => setHelp(true), search: () => setMenu(true) });
  const chosen = () => {
    setMenu(false);
    main.current?.focus();
  };
  return (
    <div class="app" data-menu={isMenu} onKeyDown={(event) => event.key === 'Escape' && setMenu(false)}>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the content
      </a>
      <TopBar onMenu={() => setMenu(!isMenu)} onHelp={() => setHelp(true)} />
      <ProblemsBanner />
      <div class="columns">
        <div class="side">{!isRefused && <Catalogue onChosen={chosen} />}</div>
        <main class="main" id="main" ref={main} tabIndex={-1}>
          {isRefused ? <Gate hasToken={hasToken} /> : <Content />}
        </main>
      </div>
      <p class="hidden" role="status" aria-live="polite">
        {said}
      </p>
      {isHelp && <Help onClose={() => setHelp(false)} />}
    </div>
  );
}

function Content() {
  const page = usePage();
  const address = useStore(page.address);
  const project = useStore(page.project);
  const main = titleOf(address);
  useEffect(() => {
    page.say(main);
    document.title = [main, project?.title ?? project?.name, 'Playground'].filter(Boolean).join(' · ');
  }, [main, project]);
  if (project === undefined) return null;
  if (isItem(address)) return <Item key={`${address.kind}/${address.name}`} address={address} />;
  if (address === undefined) return <Welcome />;
  if (address.panel === 'log') return <LogPanel />;
  return address.panel === 'connect' ? <ConnectPanel /> : <ProblemsPanel />;
}

function titleOf(address: Address): string {
  if (address === undefined) return '';
  return isItem(address) ? `${address.kind} ${address.name}` : address.panel;
}
