import { useEffect } from 'preact/hooks';

/** Runs actions by their keys, unless the user types or a dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const action = actions[event.key];
      if (action === undefined || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Focuses the search before the next key arrives. On a phone, the catalogue has to open first. */
export function focusSearch(): void {
  const focus = () => document.getElementById('search')?.focus();
  focus();
  if (document.activeElement?.id !== 'search') requestAnimationFrame(focus);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
