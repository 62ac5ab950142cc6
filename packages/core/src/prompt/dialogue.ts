import type { PromptMessage, Role } from '../protocol.js';

/** Whether messages have several speakers, whom a text of all of them has to name. */
export function isDialogue(messages: readonly PromptMessage[]): boolean {
  return messages.some(({ role }) => role !== messages[0]?.role);
}

/** What is put before the words of a speaker. */
export const SPEAKERS: Readonly<Record<Role, string>> = { user: 'User:', assistant: 'Assistant:' };
