import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Row, topOf } from './rows.js';

/** Tells which part of a list is in sight. */
export function useView(
  container: RefObject<HTMLElement | null>,
  setView: (view: { top: number; height: number }) => void,
): void {
  useEffect(() => {
    const { current } = container;
    if (current === null) return undefined;
    const measure = () => setView({ top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, []);
}

interface Wanted {
  readonly wanted: number | undefined;
  readonly rows: readonly Row[];
  readonly done: () => void;
}

/** Moves the focus to an entry that may not be in the document yet. */
export function useEntryFocus(container: RefObject<HTMLElement | null>, { wanted, rows, done }: Wanted): void {
  const tries = useRef(0);
  useEffect(() => {
    const { current } = container;
    if (wanted === undefined || current === null) return;
    const link = current.querySelector<HTMLElement>(`li[data-place="${wanted}"] a`);
    if (link === null && tries.current < 3) {
      tries.current += 1;
      current.scrollTo(0, topOf(rows, wanted) - current.clientHeight / 2);
      return;
    }
    tries.current = 0;
    link?.focus();
    done();
  });
}
