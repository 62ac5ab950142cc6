/** A number with a noun: `1 call`, `2 calls`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A list in a sentence: `one, two, and three`. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}

/** A number of bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The time of day. */
export function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

export function timeText(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
