import { estimateTokens } from '../contract/comparison/tokens.js';
import { print } from '../reading/print.js';
import type { Result } from '../reading/result.js';
import { textsOf } from '../reading/texts.js';
import type { Verdict } from './verdict.js';

/** Counts the tokens of a text, such as a tokenizer of your model. */
export type TokenCounter = (text: string) => number;

/** The tokens of all texts of a result. Images, sounds and links are not counted. */
export function tokensOf(result: Result, count: TokenCounter = estimateTokens): number {
  return textsOf(result).reduce((sum, { text }) => sum + count(text), 0);
}

/** Whether a result has at most so many tokens. */
export function fitsTokens(result: Result, most: number, count?: TokenCounter): Verdict {
  const tokens = tokensOf(result, count);
  return {
    passes: tokens <= most,
    expectation: `the result to have at most ${most} tokens; it has ${tokens}`,
    received: print(result),
  };
}
