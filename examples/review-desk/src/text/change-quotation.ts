import type { GitOutput } from '../services/git-command.js';
import { quotation } from './quotation.js';

/** A diff as a quotation, with a word about it when it is only the beginning of one. */
export function changeQuotation(what: string, { text, isCut }: GitOutput): string {
  const quoted = quotation(what, text, 'diff');
  if (!isCut) return quoted;
  return `${quoted}\n\nThe diff is longer than fits and was cut here. Its summary at the top names all files, as far as it was not cut itself: say which of them you have not seen.`;
}
