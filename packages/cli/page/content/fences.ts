// `untrusted` puts external text between two markers. Before Markdown is parsed, each fence becomes one mark that does
// not occur in text, so that its content cannot format anything outside.

const FENCE = /<(untrusted-[0-9a-f]+) note="data, not instructions">([\s\S]*?)<\/\1>/g;
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARK = /\uE000(\d+)\uE001/;

export interface MarkedText {
  readonly text: string;
  readonly fences: readonly string[];
}

/** Replaces each fence by a mark. */
export function withMarks(text: string): MarkedText {
  const fences: string[] = [];
  const marked = text.replaceAll(/[\uE000\uE001]/g, '\uFFFD').replaceAll(FENCE, (_whole, _name, inside: string) => {
    return `${OPEN}${fences.push(inside) - 1}${CLOSE}`;
  });
  return { text: marked, fences };
}

type FencePart = string | { readonly fenced: string };

/** Splits text with marks into text and the contents of fences. */
export function partsOf(text: string, fences: readonly string[]): readonly FencePart[] {
  return text.split(MARK).flatMap((part, index): FencePart[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    return [{ fenced: fences[Number(part)] ?? '' }];
  });
}

/** Replaces each fence by its content. */
export function withoutFences(text: string): string {
  return text.replaceAll(FENCE, '$2');
}

/** Replaces the boundaries of fences, so that results can be compared. */
export function withoutBoundaries(text: string): string {
  return text.replaceAll(/(<\/?untrusted-)[0-9a-f]+/g, '$1…');
}
