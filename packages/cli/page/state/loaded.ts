import { useEffect, useState } from 'preact/hooks';
import { messageOf } from './page.js';

interface Options {
  /** Loads again when one of these values changes. */
  readonly when: readonly unknown[];
  readonly delayMs?: number;
}

/** Loads a value. Returns the last value, the message of the error, or `undefined` before the first load. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { when, delayMs = 0 }: Options,
): T | string | undefined {
  const [loaded, setLoaded] = useState<T | string>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      const value = await load(signal).catch(messageOf);
      if (!signal.aborted) setLoaded(() => value);
    };
    const timer = setTimeout(() => void run(), delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, when);
  return loaded;
}
