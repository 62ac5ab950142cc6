import type { GitOutput } from '../services/git-command.js';
import { foreign } from './foreign.js';

const CUT = `

The diff is longer than fits and was cut here. Its summary at the top names all files, as far as it was not cut itself: say which of them you have not seen.`;

/** A diff in its fence, with a word about it when it is only the beginning of one. */
export function diffText(what: string, { text, isCut }: GitOutput): string {
  return `${what}, as a diff:\n\n${foreign(text)}${isCut ? CUT : ''}`;
}
