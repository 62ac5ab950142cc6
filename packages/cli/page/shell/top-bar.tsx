import { useState } from 'preact/hooks';
import type { Connection } from '../server/events.js';
import { type Address, hashOf, type Panel } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { applyTheme, keptTheme, nextTheme, type Theme } from './theme.js';

const STATES: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  open: 'Live',
  lost: 'Reconnecting',
  refused: 'Not allowed',
};

interface Props {
  readonly onMenu: () => void;
  readonly onHelp: () => void;
}

export function TopBar({ onMenu, onHelp }: Props) {
  const page = usePage();
  const project = useStore(page.project);
  const connection = useStore(page.connection);
  const problems = useStore(page.problems);
  return (
    <header class="bar">
      <button type="button" class="menu" aria-label="Catalogue" onClick={onMenu}>
        <span aria-hidden="true">☰</span>
      </button>
      <a class="bar-name" href="#/" onClick={(event) => go(event, undefined)}>
        {project?.title ?? project?.name ?? 'Playground'}
      </a>
      {project && <span class="bar-version">{project.version}</span>}
      <span class="state" data-state={connection} role="status">
        {STATES[connection]}
      </span>
      <nav class="bar-links" aria-label="Project">
        {problems.length > 0 && <PanelLink panel="problems">{`Problems ${problems.length}`}</PanelLink>}
        <PanelLink panel="log">Log</PanelLink>
        <PanelLink panel="connect">Connect</PanelLink>
      </nav>
      <ThemeButton />
      <button type="button" class="icon" aria-label="Keyboard shortcuts" aria-keyshortcuts="?" onClick={onHelp}>
        ?
      </button>
    </header>
  );

  function go(event: MouseEvent, address: Address): void {
    event.preventDefault();
    page.go(address);
  }
}

function PanelLink({ panel, children }: { readonly panel: Panel; readonly children: string }) {
  const page = usePage();
  const address = useStore(page.address);
  const isCurrent = address !== undefined && 'panel' in address && address.panel === panel;
  const go = (event: MouseEvent) => {
    event.preventDefault();
    page.go({ panel });
  };
  return (
    <a href={hashOf({ panel })} onClick={go} aria-current={isCurrent ? 'page' : undefined} data-panel={panel}>
      {children}
    </a>
  );
}

const THEME_WORDS: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

function ThemeButton() {
  const [theme, setTheme] = useState(keptTheme);
  const change = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" class="icon theme" aria-label={`Colours: ${THEME_WORDS[theme]}`} onClick={change}>
      <span aria-hidden="true" class="theme-mark" />
      <span class="theme-word">{THEME_WORDS[theme]}</span>
    </button>
  );
}
