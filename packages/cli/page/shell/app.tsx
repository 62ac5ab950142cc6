import { useEffect, useRef, useState } from 'preact/hooks';
import { Catalogue } from '../catalogue/catalogue.js';
import { ConnectPanel } from '../panels/connect.js';
import { LogPanel } from '../panels/log.js';
import { ProblemsBanner, ProblemsPanel } from '../panels/problems.js';
import { StartPage } from '../panels/start-page.js';
import { Item } from '../result/item.js';
import { type Address, isItem } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { CallAs, NeededScopes } from './call-as.js';
import { Gate } from './gate.js';
import { Help } from './help.js';
import { focusSearch, useShortcuts } from './shortcuts.js';
import { TopBar } from './top-bar.js';

/** The whole page. */
export function App({ hasToken }: { readonly hasToken: boolean }) {
  const page = usePage();
  const isRefused = useStore(page.connection) === 'refused';
  const announcement = useStore(page.announcement);
  const [isMenu, setMenu] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  const search = () => {
    setMenu(true);
    focusSearch();
  };
  useShortcuts({ '/': search, '?': () => setHelp(true) });
  const onChosen = () => {
    setMenu(false);
    requestAnimationFrame(() => main.current?.focus()); // On a phone, the open catalogue hides it.
  };
  return (
    <div class="app" data-menu={isMenu} onKeyDown={(event) => event.key === 'Escape' && setMenu(false)}>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to content
      </a>
      <TopBar isMenu={isMenu} onMenu={setMenu} onHelp={() => setHelp(true)} />
      <ProblemsBanner />
      <div class="columns">
        <div class="side">
          {!isRefused && <Catalogue onChosen={onChosen} />}
          {!isRefused && <CallAs />}
        </div>
        <main class="main" id="main" ref={main} tabIndex={-1}>
          {isRefused ? <Gate hasToken={hasToken} /> : <Content onBrowse={search} />}
        </main>
      </div>
      <p class="hidden" role="status" aria-live="polite">
        {announcement}
      </p>
      {isHelp && <Help onClose={() => setHelp(false)} />}
    </div>
  );
}

function Content({ onBrowse }: { readonly onBrowse: () => void }) {
  const page = usePage();
  const address = useStore(page.address);
  const project = useStore(page.project);
  const title = titleOf(address);
  useEffect(() => {
    document.getElementById('main')?.scrollTo(0, 0);
    page.announce(title);
    document.title = [title, project?.title ?? project?.name, 'Playground'].filter(Boolean).join(' · ');
  }, [title, project]);
  if (project === undefined) return null;
  if (isItem(address))
    return (
      <>
        <NeededScopes />
        <Item key={`${address.kind}/${address.name}`} address={address} />
      </>
    );
  if (address === undefined) return <StartPage {...{ project, onBrowse }} />;
  if (address.panel === 'log') return <LogPanel />;
  return address.panel === 'connect' ? <ConnectPanel project={project} /> : <ProblemsPanel />;
}

function titleOf(address: Address): string {
  if (address === undefined) return '';
  return isItem(address) ? `${address.kind} ${address.name}` : address.panel;
}
