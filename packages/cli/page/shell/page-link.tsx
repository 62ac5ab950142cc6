import type { ComponentChildren } from 'preact';
import { type Address, hashOf } from '../state/address.js';
import { usePage } from '../state/page.js';

interface Props {
  readonly to: Address;
  readonly class?: string;
  /** Whether it leads to the current address. */
  readonly isCurrent?: boolean;
  /** Called after the step. */
  readonly onGo?: () => void;
  readonly children: ComponentChildren;
}

/** A link within the page. With a modifier key it opens another tab, as any link. */
export function PageLink({ to, class: name, isCurrent = false, onGo, children }: Props) {
  const page = usePage();
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    page.go(to);
    onGo?.();
  };
  return (
    <a href={hashOf(to)} class={name} aria-current={isCurrent ? 'page' : undefined} onClick={go}>
      {children}
    </a>
  );
}
