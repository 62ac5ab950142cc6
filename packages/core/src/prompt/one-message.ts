import type { ContentBlock, PromptMessage, TextContent } from '../protocol.js';

const SPEAKERS = { user: 'User', assistant: 'Assistant' } as const;

/** All messages as one, for hosts that pass on the first message only. Their content is text by now. */
export function oneMessage(messages: readonly PromptMessage[]): PromptMessage {
  const [first] = messages;
  const isDialogue = messages.some(({ role }) => role !== first?.role);
  const text = messages.map((message) => (isDialogue ? spoken(message) : textOf(message.content))).join('\n\n');
  return { role: 'user', content: { type: 'text', text } };
}

function spoken({ role, content }: PromptMessage): string {
  return `${SPEAKERS[role]}:\n${textOf(content)}`;
}

function textOf(content: ContentBlock): string {
  return (content as TextContent).text;
}
