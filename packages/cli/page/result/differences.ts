import { diffLines, diffWordsWithSpace } from 'diff';
import { withoutBoundaries } from '../content/fences.js';

/** A part of both versions or of one. */
export interface Part {
  readonly text: string;
  readonly side: 'both' | 'before' | 'after';
}

/** Longer text is compared by lines only. */
const MAX_FOR_WORDS = 40_000;
/** The share of the shorter text that has to stay; with less, words are noise. */
const LEAST_KEPT = 0.35;

/** Compares text by words, or by whole lines if many words differ. */
export function differencesOf(before: string, after: string): readonly Part[] {
  const [old, now] = [withoutBoundaries(before), withoutBoundaries(after)];
  const lines = partsOf(diffLines(old, now, { maxEditLength: 4000 }) ?? replaced(old, now));
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
  const words = partsOf(diffWordsWithSpace(before.text, after.text));
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

interface Change {
  readonly value: string;
  readonly added?: boolean;
  readonly removed?: boolean;
}

function partsOf(changes: readonly Change[]): readonly Part[] {
  return changes.map(({ value, added, removed }) => ({ text: value, side: sideOf(added, removed) }));
}

function sideOf(added = false, removed = false): Part['side'] {
  if (added) return 'after';
  return removed ? 'before' : 'both';
}

function replaced(before: string, after: string): readonly Change[] {
  return [
    { value: before, removed: true },
    { value: after, added: true },
  ];
}
