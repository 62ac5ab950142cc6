import type { Session } from '../session/session.js';
import { copy } from '../terminal/clipboard.js';
import type { CallCommandOptions } from './call-options.js';

/** Copies a text where that was asked for. */
export async function copied(
  { terminal }: Session,
  { copy: isAsked }: CallCommandOptions,
  text: string,
): Promise<void> {
  if (isAsked === true) await copy(terminal, text, 'Copied');
}
