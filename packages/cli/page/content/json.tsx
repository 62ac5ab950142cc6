import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { CopyButton } from '../shell/copy-button.js';

interface PreProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Preformatted text. It can have the focus, so that the keyboard scrolls it. */
export function Pre({ label, class: name, children }: PreProps) {
  return (
    <pre class={name} tabIndex={0} role="group" aria-label={label}>
      {children}
    </pre>
  );
}

/** Text to read and to copy. */
export function Copyable({
  text,
  label,
  children = text,
}: {
  text: string;
  label: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="json">
      <CopyButton text={text} what={label} />
      <Pre label={label}>{children}</Pre>
    </div>
  );
}

/** Longer JSON is cut: its copy is complete. */
const MAX_SHOWN = 100_000;

/** A value as JSON. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? '', [value]);
  return (
    <>
      <Copyable text={text} label={label}>
        <Coloured text={text.slice(0, MAX_SHOWN)} />
      </Copyable>
      {text.length > MAX_SHOWN && <p class="muted">Only the beginning is shown. “Copy” copies everything.</p>}
    </>
  );
}

const WORDS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Longer text has no colours, because each coloured word is an element. */
const MAX_COLOURED = 30_000;

function Coloured({ text }: { readonly text: string }) {
  if (text.length > MAX_COLOURED) return <>{text}</>;
  const parts = [];
  let from = 0;
  for (const { 0: word, 1: string, 2: colon, index } of text.matchAll(WORDS)) {
    const end = index + (string ?? word).length;
    parts.push(text.slice(from, index), <span class={classOf(string, colon)}>{text.slice(index, end)}</span>);
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

function classOf(string: string | undefined, colon: string | undefined): string {
  if (string === undefined) return 'json-value';
  return colon === undefined ? 'json-text' : 'json-name';
}
