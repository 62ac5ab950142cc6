import { diffArrays } from 'diff';
import { withoutBoundaries } from '../content/fences.js';

/** A part of two texts: in both, or in one of them. */
export interface Part {
  readonly text: string;
  readonly side: 'both' | 'before' | 'after';
}

/** Longer texts are compared by lines only. */
const MAX_FOR_WORDS = 40_000;
/** The share of the shorter text that has to stay; with less, words are noise. */
const LEAST_KEPT = 0.35;

/** What differs between two texts: by words, or by whole lines where words would be noise. */
export function differencesOf(before: string, after: string): readonly Part[] {
  const [old, now] = [withoutBoundaries(before), withoutBoundaries(after)];
  const lines = partsOf(old, now, LINES);
  if (old.length + now.length > MAX_FOR_WORDS) return lines;
  return lines.flatMap((part, index) => inWords(part, { next: lines[index + 1], former: lines[index - 1] }));
}

/** Lines that give way to others, by words, if most of the words stay. */
function inWords(
  part: Part,
  { next, former }: { readonly next: Part | undefined; readonly former: Part | undefined },
): readonly Part[] {
  if (part.side === 'before' && next?.side === 'after') return wordsOf(part, next) ?? [part];
  return part.side === 'after' && former?.side === 'before' && wordsOf(former, part) ? [] : [part];
}

function wordsOf(before: Part, after: Part): readonly Part[] | undefined {
  const words = partsOf(before.text, after.text, WORDS);
  const kept = words.reduce((sum, { side, text }) => sum + (side === 'both' ? text.trim().length : 0), 0);
  return kept / Math.min(before.text.length, after.text.length) < LEAST_KEPT ? undefined : joined(words);
}

/** Neighbouring words that have all been replaced are one change, with the blanks between them. */
function joined(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  let change = { before: '', after: '' };
  for (const [index, { side, text }] of parts.entries()) {
    const isBetween =
      side === 'both' && text.trim() === '' && change.before + change.after !== '' && parts[index + 1] !== undefined;
    if (side !== 'both') change = { ...change, [side]: change[side] + text };
    else if (isBetween) change = { before: change.before + text, after: change.after + text };
    else {
      result.push(...partsIn(change), { side, text });
      change = { before: '', after: '' };
    }
  }
  return [...result, ...partsIn(change)];
}

function partsIn({ before, after }: { readonly before: string; readonly after: string }): readonly Part[] {
  const parts: readonly Part[] = [
    { side: 'before', text: before },
    { side: 'after', text: after },
  ];
  return parts.filter(({ text }) => text !== '');
}

const LINES = /[^\n]*\n|[^\n]+/g;
const WORDS = /\r?\n|[\p{L}\p{N}_]+|[^\S\r\n]+|[^\p{L}\p{N}_]/gu;

/** Compares two texts by the tokens of a pattern, or as a whole if they have too little in common. */
function partsOf(before: string, after: string, token: RegExp): readonly Part[] {
  const changes = diffArrays(before.match(token) ?? [], after.match(token) ?? [], { maxEditLength: 4000 });
  if (changes === undefined) return partsIn({ before, after });
  return changes.map(({ value, added, removed }) => ({ text: value.join(''), side: sideOf(added, removed) }));
}

function sideOf(added: boolean, removed: boolean): Part['side'] {
  if (added) return 'after';
  return removed ? 'before' : 'both';
}
