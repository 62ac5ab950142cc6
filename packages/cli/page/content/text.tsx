import { useMemo, useState } from 'preact/hooks';
import { sizeText } from '../result/measures.js';
import { Markdown } from './markdown.js';

/** Longer strings are not rendered as Markdown. The page shows their beginning until the user opens the rest. */
const MAX_SHOWN = 150_000;

interface Props {
  readonly text: string;
  /** Whether to show each character, as the model reads it. */
  readonly isPlain: boolean;
}

/** Shows each character, with names for invisible characters. */
function Literal({ text }: { readonly text: string }) {
  const parts = useMemo(() => literalParts(text), [text]);
  return <>{parts.map((part) => (typeof part === 'string' ? part : <span class="invisible">{part.name}</span>))}</>;
}

/** Shows text of any length. */
export function Text({ text, isPlain }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <p class="muted">The text is empty.</p>;
  if (!isPlain && text.length <= MAX_SHOWN) return <Markdown text={text} />;
  const isCut = !isWhole && text.length > MAX_SHOWN;
  return (
    <>
      <pre class="plain">{isWhole ? text : <Literal text={text.slice(0, MAX_SHOWN)} />}</pre>
      {isCut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all ({sizeText(text.length)})
        </button>
      )}
    </>
  );
}

// Characters without a shape, or that change the direction of text: models read them, and people do not see them.
// Characters that scripts and emoji need, such as joiners, are not among them.

const INVISIBLE =
  /[\u{E0020}-\u{E007E}]+|(?:[^\P{Cc}\t\n\r]|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E001F}\u{E007F}])+/gu;

/** The first of the tags, which are invisible copies of ASCII. */
const TAGS = 0xe0000;

/** The maximum number of code points that are named in a row. */
const MAX_NAMED = 4;
/** The maximum number of elements. The rest of the text is shown as it is. */
const MAX_PARTS = 5000;

interface InvisiblePart {
  readonly name: string;
}

/** Splits text at invisible characters, which get names. */
function literalParts(text: string): readonly (string | InvisiblePart)[] {
  const parts: (string | InvisiblePart)[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(INVISIBLE)) {
    if (parts.length > MAX_PARTS) break;
    parts.push(text.slice(from, index), { name: nameOf(found) });
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
}

export function invisibleCount(text: string): number {
  return text.match(INVISIBLE)?.reduce((count, found) => count + [...found].length, 0) ?? 0;
}

function nameOf(found: string): string {
  const codes = Array.from(found, (each) => each.codePointAt(0) ?? 0);
  const [first = 0] = codes;
  if (first > TAGS + 0x1f && first < TAGS + 0x7f)
    return `hidden: ${String.fromCodePoint(...codes.map((code) => code - TAGS))}`;
  const names = codes.slice(0, MAX_NAMED).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  return codes.length > MAX_NAMED ? `${names.join(' ')} and ${codes.length - MAX_NAMED} more` : names.join(' ');
}
