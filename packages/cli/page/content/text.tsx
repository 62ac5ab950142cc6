import { useMemo, useState } from 'preact/hooks';
import { sizeText } from '../result/measures.js';
import { Markdown } from './markdown.js';
import { seenParts } from './unseen.js';

/** The maximum number of characters that are rendered as Markdown. */
const MAX_MARKDOWN = 150_000;
/** The number of characters to show until the user opens the rest. */
const MAX_SHOWN = 150_000;

interface Props {
  readonly text: string;
  /** Whether to show each character, as the model reads it. */
  readonly isPlain: boolean;
}

/** Shows each character, with names for invisible characters. */
function Literal({ text }: { readonly text: string }) {
  const parts = useMemo(() => seenParts(text), [text]);
  return <>{parts.map((part) => (typeof part === 'string' ? part : <span class="unseen">{part.unseen}</span>))}</>;
}

/** Shows text of any length. */
export function Text({ text, isPlain }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <p class="muted">The text is empty.</p>;
  if (!isPlain && text.length <= MAX_MARKDOWN) return <Markdown text={text} />;
  const isCut = !isWhole && text.length > MAX_SHOWN;
  return (
    <>
      <pre class="plain">{isWhole ? text : <Literal text={text.slice(0, MAX_SHOWN)} />}</pre>
      {isCut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all of it ({sizeText(text.length)})
        </button>
      )}
    </>
  );
}
