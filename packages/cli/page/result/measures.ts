import { estimateTokens } from '@cuecard/testing/contract';

/** Bytes in words. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function timeText(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** Beyond this, the number is that of the beginning, extrapolated. */
const MAX_COUNTED = 200_000;

/** About how many tokens a text is for a model: each has its own, and not all are published. */
export function tokensOf(text: string): number {
  if (text.length <= MAX_COUNTED) return estimateTokens(text);
  return Math.round((estimateTokens(text.slice(0, MAX_COUNTED)) * text.length) / MAX_COUNTED);
}
