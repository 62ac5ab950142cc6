/** An entry of a stream: its id, then names and values in turn. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

/** What an XREAD of one stream has found. RESP 3 has a map of streams, RESP 2 a list of pairs. */
export function entriesIn(reply: unknown): readonly StreamEntry[] {
  if (reply === null) return [];
  if (Array.isArray(reply)) return (reply as readonly [string, readonly StreamEntry[]][])[0]?.[1] ?? [];
  return Object.values(reply as Readonly<Record<string, readonly StreamEntry[]>>)[0] ?? [];
}
