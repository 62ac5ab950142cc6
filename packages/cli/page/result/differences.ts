import { withoutBoundaries } from '../content/fences.js';

/** Text of both versions, or of one. */
export interface Chunk {
  readonly text: string;
  readonly side: 'both' | 'before' | 'after';
}

/** A change, and the text after it that stays. */
interface Step {
  readonly before: string;
  readonly after: string;
  readonly kept: string;
}

/** Longer text is compared by lines only. */
const MAX_FOR_WORDS = 40_000;
/** The share of the shorter text that has to stay; with less, words are noise. */
const LEAST_KEPT = 0.35;
/** The maximum number of changes. To find more takes long, and shows little. */
const MAX_CHANGES = 1000;

const LINES = /[^\n]*\n|[^\n]+/g;
const WORDS = /\r?\n|[\p{L}\p{N}_]+|[^\S\r\n]+|[^\p{L}\p{N}_]/gu;

/** Compares text by words, or by whole lines if many words differ. */
export function differencesOf(before: string, after: string): readonly Chunk[] {
  const [old, now] = [withoutBoundaries(before), withoutBoundaries(after)];
  const lines = joinSteps(compare(old, now, LINES), /^$/);
  const steps = old.length + now.length > MAX_FOR_WORDS ? lines : lines.flatMap(inWords);
  return steps.flatMap(chunksOf);
}

function chunksOf({ before, after, kept }: Step): readonly Chunk[] {
  const chunks: readonly Chunk[] = [
    { side: 'before', text: before },
    { side: 'after', text: after },
    { side: 'both', text: kept },
  ];
  return chunks.filter(({ text }) => text !== '');
}

/** Lines that replace others, by words, if most of the words stay. */
function inWords(step: Step): readonly Step[] {
  const { before, after, kept } = step;
  // Words that have all been replaced are one change, with the blanks between them.
  const words = joinSteps(compare(before, after, WORDS), /^\s*$/);
  const stays = words.reduce((sum, word) => sum + word.kept.trim().length, 0);
  const isNoise = stays === 0 || stays / Math.min(before.length, after.length) < LEAST_KEPT;
  return isNoise ? [step] : [...words, { before: '', after: '', kept }];
}

/** @param gap matches the text between two changes that belong to one change */
function joinSteps(steps: readonly Step[], gap: RegExp): readonly Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (last === undefined || last.before + last.after === '' || !gap.test(last.kept)) result.push(step);
    else {
      const [before, after] = [last.before + last.kept + step.before, last.after + last.kept + step.after];
      result.splice(-1, 1, { before, after, kept: step.kept });
    }
  }
  return result;
}

/** A path to a pair of positions, which ends with tokens that stay. The positions of a diagonal differ by the same number. */
interface Path {
  readonly diagonal: number;
  /** The positions in the old text. */
  readonly start: number;
  readonly end: number;
  readonly former?: Path | undefined;
}

/**
 * Finds the fewest changes between two lists of tokens: on each diagonal, the path that comes furthest with a number of
 * changes continues a path with one change less (Myers, "An O(ND) Difference Algorithm"). A library takes 1 kB more.
 */
function compare(before: string, after: string, token: RegExp): readonly Step[] {
  const [old, now] = [before.match(token) ?? [], after.match(token) ?? []];
  const furthest = new Map<number, Path>([[1, { diagonal: 0, start: 0, end: 0 }]]);
  for (let changes = 0; changes <= MAX_CHANGES; changes += 1) {
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const [former, start] = bestOf(furthest.get(diagonal - 1), furthest.get(diagonal + 1));
      let end = start;
      while (end < old.length && old[end] === now[end - diagonal]) end += 1;
      const path = { diagonal, start, end, former };
      if (end === old.length && end - diagonal === now.length) return stepsOf(path, old, now);
      furthest.set(diagonal, path);
    }
  }
  return [{ before, after, kept: '' }];
}

/** The path to continue, and where: one that removes a token next, or one that adds a token. */
function bestOf(removing: Path | undefined, adding: Path | undefined): readonly [Path | undefined, number] {
  const isRemoval = removing !== undefined && removing.end >= (adding?.end ?? 0);
  return isRemoval ? [removing, removing.end + 1] : [adding, adding?.end ?? 0];
}

function stepsOf(last: Path, old: readonly string[], now: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  for (let path = last; path.former !== undefined; path = path.former) {
    const { start, end, diagonal, former } = path;
    steps.push({
      before: old.slice(former.end, start).join(''),
      after: now.slice(former.end - former.diagonal, start - diagonal).join(''),
      kept: old.slice(start, end).join(''),
    });
  }
  return steps.toReversed();
}
