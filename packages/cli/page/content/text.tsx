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
  const parts = useMemo(() => seenParts(text), [text]);
  return <>{parts.map((part) => (typeof part === 'string' ? part : <span class="unseen">{part.unseen}</span>))}</>;
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
          Show all of it ({sizeText(text.length)})
        </button>
      )}
    </>
  );
}

// Characters that have no shape of their own, or turn the text around them: people do not see what models read. Those that
// scripts and emoji need, such as joiners, are no trick.

const UNSEEN =
  /[\u{E0020}-\u{E007E}]+|(?:[^\P{Cc}\t\n\r]|[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E001F}\u{E007F}])+/gu;

/** Tags, which copy ASCII, begin here. */
const TAGS = 0xe0000;

/** How many of a row have a name of their own. */
const MAX_NAMED = 4;
/** Each costs an element: what comes after them is shown as it is. */
const MAX_PARTS = 5000;

interface Unseen {
  readonly unseen: string;
}

/** The parts of a text: what people see, and names for what they do not. */
function seenParts(text: string): readonly (string | Unseen)[] {
  const parts: (string | Unseen)[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    if (parts.length > MAX_PARTS) break;
    if (index > from) parts.push(text.slice(from, index));
    parts.push({ unseen: nameOf(found) });
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
}

export function unseenCount(text: string): number {
  let count = 0;
  for (const [found] of text.matchAll(UNSEEN)) count += [...found].length;
  return count;
}

function nameOf(found: string): string {
  const codes = Array.from(found, (each) => each.codePointAt(0) ?? 0);
  const [first = 0] = codes;
  if (first > TAGS + 0x1f && first < TAGS + 0x7f)
    return `hidden: ${String.fromCodePoint(...codes.map((code) => code - TAGS))}`;
  const names = codes.slice(0, MAX_NAMED).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  return codes.length > MAX_NAMED ? `${names.join(' ')} and ${codes.length - MAX_NAMED} more` : names.join(' ');
}
