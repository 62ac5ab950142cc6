import type { Session } from '../session/session.js';
import type { CallCommandOptions } from './call-options.js';
import { copy } from './clipboard.js';

/** Copies a text where that was asked for, and says whether it worked. */
export async function copied(
  { terminal }: Session,
  { copy: isAsked }: CallCommandOptions,
  text: string,
): Promise<void> {
  if (isAsked !== true) return;
  const isDone = await copy(text, terminal);
  terminal.say(isDone ? 'Copied' : 'Nothing here takes a text for the clipboard: install wl-copy, xclip or xsel');
}
