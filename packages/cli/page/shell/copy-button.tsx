import { useState } from 'preact/hooks';
import { usePage } from '../state/page.js';

interface Props {
  readonly text: string | (() => string);
  /** What is copied, for those who do not see what it stands beside. */
  readonly what: string;
  readonly children?: string;
}

/** Copies a text. */
export function CopyButton({ text, what, children = 'Copy' }: Props) {
  const page = usePage();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    page.say(`${what} copied`);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button
      type="button"
      class="copy"
      aria-label={`${isDone ? 'Copied' : children}: ${what}`}
      onClick={() => void copy().catch(() => page.say('The browser does not allow to copy here'))}
    >
      {isDone ? 'Copied' : children}
    </button>
  );
}
