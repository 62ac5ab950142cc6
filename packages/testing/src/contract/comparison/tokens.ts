import type { PromptMessage } from '@cuecard/core';

/** The tokens of the texts of messages, by the estimate. */
export function tokensOf(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + (content.type === 'text' ? estimateTokens(content.text) : 0), 0);
}

/**
 * An estimate that needs no tokenizer: a token for four characters of ASCII, and for each other character. Tokenizers
 * differ by a third or more; give your own where that matters.
 */
export function estimateTokens(text: string): number {
  const others = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const ascii = text.match(/[\0-\x7f]/g)?.length ?? 0;
  return Math.ceil(ascii / 4) + others;
}
