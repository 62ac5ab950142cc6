import type { PromptMessage } from '@cuecard/core';

/** An estimate of the tokens in the texts of messages: one for four characters of ASCII, and one for each other. */
export function tokensOf(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + (content.type === 'text' ? estimate(content.text) : 0), 0);
}

function estimate(text: string): number {
  const others = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return others + Math.ceil((text.length - others) / 4);
}
