import { useEffect } from 'preact/hooks';
import type { Page } from '../state/page.js';

interface Actions {
  readonly help: () => void;
  readonly search: () => void;
}

/** Keys that work wherever nothing is typed. */
export function useShortcuts(page: Page, { help, search }: Actions): void {
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = {
      '/': () => {
        search();
        if (!focusSearch()) requestAnimationFrame(focusSearch); // On a phone the catalogue has to be shown first.
      },
      '?': help,
      l: () => page.go({ panel: 'log' }),
      c: () => page.go({ panel: 'connect' }),
      t: () => document.querySelector<HTMLElement>('.theme')?.click(),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [String(number), () => chooseTab(number)])),
    };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const action = actions[event.key];
      if (action === undefined || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [page]);
}

/** Focuses the search; returns whether it could. What is typed right after must not be lost. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('#search');
  search?.focus();
  return search !== null && document.activeElement === search;
}

function chooseTab(number: number): void {
  document.querySelectorAll<HTMLElement>('[role=tab]')[number - 1]?.click();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return target.tagName === 'INPUT';
}
