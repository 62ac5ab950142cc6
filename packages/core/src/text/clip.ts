/** Shortens a string from a client before it becomes part of a message. */
export function clip(foreign: string): string {
  return foreign.length > 64 ? `${cut(foreign, 64)}…` : foreign;
}

/** At most `length` code units, without half a surrogate pair at the end, which many clients refuse to read. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, Math.max(0, length));
  return /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept;
}
