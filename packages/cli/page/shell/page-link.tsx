import type { JSX } from 'preact';
import { type Address, hashOf } from '../state/address.js';
import { usePage } from '../state/page.js';

type Props = Omit<JSX.IntrinsicElements['a'], 'href' | 'onClick'> & {
  readonly to: Address;
  /** Called after the page has gone there. */
  readonly onGo?: (() => void) | undefined;
};

/** A link within the page. With a modifier key it opens another tab, as any link. */
export function PageLink({ to, onGo, ...attributes }: Props) {
  const page = usePage();
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    page.go(to);
    onGo?.();
  };
  return <a {...attributes} href={hashOf(to)} onClick={go} />;
}
