import { type PromptMessage, user } from '@cuecard/core';
import type { GitOutput } from '../services/git-command.js';
import { foreign } from './foreign.js';

const CUT = `

The diff is longer than fits and was cut here. Its summary at the top names all files, as far as it was not cut itself: say which of them you have not seen.`;

/** A diff as a message, with a word about it when it is only the beginning of one. */
export function diffMessage(what: string, { text, isCut }: GitOutput): PromptMessage {
  return user`${what}, as a diff:\n\n${foreign(text)}${isCut ? CUT : ''}`;
}
