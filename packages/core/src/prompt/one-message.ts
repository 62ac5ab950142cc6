import type { PromptMessage, TextContent } from '../protocol.js';
import { isDialogue, SPEAKERS } from './dialogue.js';

/** All messages as one, for hosts that pass on the first message only. Their content is text by now. */
export function oneMessage(messages: readonly PromptMessage[]): PromptMessage {
  const areNamed = isDialogue(messages);
  const texts = messages.map(({ role, content }) => {
    const { text } = content as TextContent;
    return areNamed ? `${SPEAKERS[role]}\n${text}` : text;
  });
  return { role: 'user', content: { type: 'text', text: texts.join('\n\n') } };
}
