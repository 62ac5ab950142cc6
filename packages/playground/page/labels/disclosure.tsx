import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  readonly words: string;
  /** What the button is about, for those who hear it alone. */
  readonly about?: string;
  /** What the button shows; it gives the focus back when it is closed. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button with something below it. */
export function Disclosure({ words, about, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        aria-label={about && `${words}: ${about}`}
        onClick={() => setOpen(!isOpen)}
      >
        {words}
      </button>
      {isOpen && children(close)}
    </>
  );
}
