import type { ContentBlock, PromptMessage, TextContent } from './protocol.js';

/** A text block. */
export function text(value: string): TextContent {
  return { type: 'text', text: value };
}

/** A message that the user says. */
export function user(content: string | ContentBlock): PromptMessage {
  return { role: 'user', content: typeof content === 'string' ? text(content) : content };
}

/** A message that the assistant says: an example of how to answer, or the beginning of the answer. */
export function assistant(content: string | ContentBlock): PromptMessage {
  return { role: 'assistant', content: typeof content === 'string' ? text(content) : content };
}
