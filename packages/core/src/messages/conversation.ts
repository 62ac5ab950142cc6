import { isFullResult, messagesIn, type PromptOutput } from './output-parts.js';
import type { PromptMessage } from '../protocol.js';
import type { Awaitable } from '../types.js';
import { user } from './messages.js';

/**
 * Joins what several prompts, or parts of one, say: messages, strings, arrays of them, full results, and promises of
 * those. So a prompt says what another says by having it injected, and calling its `render`.
 */
export async function conversation(...parts: readonly Awaitable<PromptOutput>[]): Promise<PromptMessage[]> {
  const outputs = await Promise.all(parts);
  return outputs.flatMap((output) => {
    const messages = messagesIn(isFullResult(output) ? output.messages : output);
    return messages.map((message) => (typeof message === 'string' ? user(message) : (message as PromptMessage)));
  });
}
