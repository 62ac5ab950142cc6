/** A number of things: `1 call`, `2 calls`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

/** Bytes in words. */
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
