import { useState } from 'preact/hooks';
import { sizeText } from '../result/measures.js';
import { Markdown } from './markdown.js';

/** Beyond this, in characters, a text is not read as Markdown. */
const MAX_MARKDOWN = 150_000;
/** Beyond this, only the beginning is shown until someone wants the rest. */
const MAX_SHOWN = 150_000;

interface Props {
  readonly text: string;
  /** Whether it is shown character by character, as the model reads it. */
  readonly isPlain: boolean;
}

/** A text of any length. */
export function Text({ text, isPlain }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <p class="muted">The text is empty.</p>;
  if (!isPlain && text.length <= MAX_MARKDOWN) return <Markdown text={text} />;
  const isCut = !isWhole && text.length > MAX_SHOWN;
  return (
    <>
      <pre class="plain">{isCut ? text.slice(0, MAX_SHOWN) : text}</pre>
      {isCut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all of it ({sizeText(text.length)})
        </button>
      )}
    </>
  );
}
