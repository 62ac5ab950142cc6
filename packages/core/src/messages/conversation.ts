import { isFullResult, messagesIn, type PromptOutput } from './output-parts.js';
import type { PromptMessage } from '../protocol.js';
import type { Awaitable } from '../types.js';
import { user } from './messages.js';

/**
 * Joins the output of several prompts, or parts of one: messages, strings, arrays of them, full results, and promises
 * of these. To include the output of another prompt, inject it and call its `render`.
 */
export async function conversation(...parts: readonly Awaitable<PromptOutput>[]): Promise<PromptMessage[]> {
  const outputs = await Promise.all(parts);
  return outputs.flatMap((output) => {
    const messages = messagesIn(isFullResult(output) ? output.messages : output);
    return messages.map((message) => (typeof message === 'string' ? user(message) : (message as PromptMessage)));
  });
}
