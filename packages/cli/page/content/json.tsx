import { useMemo } from 'preact/hooks';
import { CopyButton } from '../shell/copy-button.js';

interface Props {
  readonly value: unknown;
  /** The name of the value for screen readers. */
  readonly label: string;
}

const MAX_SHOWN = 100_000;

/** A value as JSON, to read and to copy. */
export function Json({ value, label }: Props) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value]);
  return (
    <div class="json">
      <CopyButton text={text} what={label} />
      <pre tabIndex={0} role="group" aria-label={label}>
        <Coloured text={text.slice(0, MAX_SHOWN)} />
      </pre>
      {text.length > MAX_SHOWN && <p class="muted">This is the beginning. A copy has all of it.</p>}
    </div>
  );
}

const WORDS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Each coloured word costs an element. */
const MAX_COLOURED = 30_000;

function Coloured({ text }: { readonly text: string }) {
  if (text.length > MAX_COLOURED) return <>{text}</>;
  const parts = [];
  let from = 0;
  for (const { 0: word, 1: quoted, 2: colon, index } of text.matchAll(WORDS)) {
    const end = index + (quoted ?? word).length;
    parts.push(text.slice(from, index), <span class={classOf(quoted, colon)}>{text.slice(index, end)}</span>);
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

function classOf(quoted: string | undefined, colon: string | undefined): string {
  if (quoted === undefined) return 'json-value';
  return colon === undefined ? 'json-text' : 'json-name';
}
