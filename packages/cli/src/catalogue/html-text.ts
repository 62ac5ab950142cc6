/** HTML that may be put into HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Puts texts into HTML: all but what is HTML already is escaped. */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = literals.map((literal, index) => literal + (index < parts.length ? textOf(parts[index] ?? '') : ''));
  return new Html(texts.join(''));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part !== 'object') return escaped(String(part));
  return part.map(({ text }) => text).join('\n');
}

/** Control characters have no place in HTML, not even as references. */
function escaped(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
