/**
 * Estimates tokens without a tokenizer: one token for four ASCII characters, and one for each other character. Real
 * tokenizers differ by a third or more. If that matters, pass your own counter.
 */
export function estimateTokens(text: string): number {
  const others = text.replaceAll(/[\0-\x7f]+/g, '');
  return Math.ceil((text.length - others.length) / 4) + Array.from(others).length;
}
