import { useMemo, useState } from 'preact/hooks';
import { sizeText } from '../result/measures.js';
import { Markdown } from './markdown.js';
import { seenParts } from './unseen.js';

/** Beyond this, in characters, a text is not read as Markdown. */
const MAX_MARKDOWN = 150_000;
/** Beyond this, only the beginning is shown until someone wants the rest. */
const MAX_SHOWN = 150_000;

interface Props {
  readonly text: string;
  /** Whether it is shown character by character, as the model reads it. */
  readonly isPlain: boolean;
}

/** A text character by character, with names for those that people do not see. */
function Literal({ text }: { readonly text: string }) {
  const parts = useMemo(() => seenParts(text), [text]);
  return <>{parts.map((part) => (typeof part === 'string' ? part : <span class="unseen">{part.unseen}</span>))}</>;
}

/** A text of any length. */
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
