import { useState } from 'preact/hooks';
import type { Connection } from '../server/events.js';
import type { Panel } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';
import { PageLink } from './page-link.js';
import { applyTheme, keptTheme, nextTheme, THEME_TITLES } from './theme.js';

const STATES: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  open: 'Live',
  lost: 'Reconnecting',
  refused: 'Token required',
};

interface Props {
  readonly isMenu: boolean;
  readonly onMenu: (isMenu: boolean) => void;
  readonly onHelp: () => void;
}

export function TopBar({ isMenu, onMenu, onHelp }: Props) {
  const page = usePage();
  const project = useStore(page.project);
  const connection = useStore(page.connection);
  const close = () => onMenu(false);
  return (
    <header class="bar">
      <button type="button" class="menu" aria-label="Catalogue" aria-expanded={isMenu} onClick={() => onMenu(!isMenu)}>
        <span aria-hidden="true">☰</span>
      </button>
      <PageLink class="bar-name one-line" to={undefined} onGo={close}>
        {project?.title ?? project?.name ?? 'Playground'}
      </PageLink>
      {project && <span class="bar-version small muted">{project.version}</span>}
      <span class="state small muted" data-state={connection} role="status">
        {STATES[connection]}
      </span>
      <PanelLinks onGo={close} />
      <ThemeButton />
      <button type="button" class="icon muted" aria-label="Keyboard shortcuts" aria-keyshortcuts="?" onClick={onHelp}>
        ?
      </button>
    </header>
  );
}

function PanelLinks({ onGo }: { readonly onGo: () => void }) {
  const page = usePage();
  const problems = useStore(page.problems);
  const address = useStore(page.address);
  const current = address !== undefined && 'panel' in address ? address.panel : undefined;
  const links: readonly (readonly [panel: Panel, title: string])[] = [
    ...(problems.length > 0 ? [['problems', `Problems ${problems.length}`] as const] : []),
    ['log', 'Log'],
    ['connect', 'Connect'],
  ];
  return (
    <nav class="bar-links" aria-label="Project">
      {links.map(([panel, title]) => (
        <PageLink to={{ panel }} class={`to-${panel}`} onGo={onGo} isCurrent={current === panel}>
          {title}
        </PageLink>
      ))}
    </nav>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(keptTheme);
  const change = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" class="icon muted" aria-label={`Theme: ${THEME_TITLES[theme]}`} onClick={change}>
      <span aria-hidden="true" class="theme-mark">
        ◐
      </span>
      <span class="theme-word">{THEME_TITLES[theme]}</span>
    </button>
  );
}
