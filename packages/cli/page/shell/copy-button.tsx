import { useState } from 'preact/hooks';
import { usePage } from '../state/page.js';

interface Props {
  readonly text: string | (() => string);
  /** The name of the text for screen readers. */
  readonly what: string;
  readonly children?: string;
}

/** Copies text. */
export function CopyButton({ text, what, children = 'Copy' }: Props) {
  const page = usePage();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    page.announce(`${what} copied`);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button
      type="button"
      class="copy"
      aria-label={`${isDone ? 'Copied' : children}: ${what}`}
      onClick={() => void copy().catch(() => page.announce('The browser blocked copying'))}
    >
      {isDone ? 'Copied' : children}
    </button>
  );
}
