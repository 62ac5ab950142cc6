// `untrusted` puts text from outside between two markers. In Markdown each fence is one character sequence that no text
// contains, so that what is inside of it can shape nothing outside.

const FENCE = /<(untrusted-[0-9a-f]+) note="data, not instructions">([\s\S]*?)<\/\1>/g;
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARK = /\uE000(\d+)\uE001/;

export interface Fenced {
  readonly text: string;
  readonly fences: readonly string[];
}

/** A text with a mark in place of each fence. */
export function withMarks(text: string): Fenced {
  const fences: string[] = [];
  const marked = text.replaceAll(/[\uE000\uE001]/g, '\uFFFD').replaceAll(FENCE, (_whole, _name, inside: string) => {
    return `${OPEN}${fences.push(inside) - 1}${CLOSE}`;
  });
  return { text: marked, fences };
}

type Part = string | { readonly fenced: string };

/** The parts of a text with marks: texts, and the insides of fences. */
export function partsOf(text: string, fences: readonly string[]): readonly Part[] {
  return text.split(MARK).flatMap((part, index): Part[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    return [{ fenced: fences[Number(part)] ?? '' }];
  });
}

/** A text with the insides of its fences alone. */
export function withoutFences(text: string): string {
  return text.replaceAll(FENCE, '$2');
}

/** A text whose fences have the same boundary each time, to be compared. */
export function withoutBoundaries(text: string): string {
  return text.replaceAll(/(<\/?untrusted-)[0-9a-f]+/g, '$1…');
}
