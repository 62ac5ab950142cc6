/** The headers that decide where a request goes, each as it came. */
export interface Head {
  host?: string;
  origin?: string;
  accept?: string;
  authorization?: string;
  type?: string;
  length?: string;
  sessionId?: string;
  revision?: string;
  /** What the body asks for, since 2026-07-28. */
  method?: string;
  name?: string;
}

/** Makes a request one for the server: how its body comes. */
const ODD = 'odd';

const FIELDS = new Map<string, keyof Head | typeof ODD>([
  ['host', 'host'],
  ['origin', 'origin'],
  ['accept', 'accept'],
  ['authorization', 'authorization'],
  ['content-type', 'type'],
  ['content-length', 'length'],
  ['mcp-session-id', 'sessionId'],
  ['mcp-protocol-version', 'revision'],
  ['mcp-method', 'method'],
  ['mcp-name', 'name'],
  ['content-encoding', ODD],
  ['transfer-encoding', ODD],
  ['expect', ODD],
  ['upgrade', ODD],
]);

/** Says how a body came that has been read since. */
const IN_TRANSIT = new Set(['transfer-encoding', 'expect', 'upgrade']);

/** Reads what Node's `rawHeaders` hold; nothing when they hold one of them twice, or an odd one. */
export function readHead(raw: readonly string[]): Head | undefined {
  const head: Head = {};
  for (let at = 0; at < raw.length; at += 2) {
    const field = FIELDS.get((raw[at] as string).toLowerCase());
    if (field === undefined) continue;
    if (field === ODD || head[field] !== undefined) return undefined;
    head[field] = raw[at + 1] as string;
  }
  return head;
}

/** Reads web-standard headers; nothing when they hold an odd one. One that was sent twice is one with a comma here. */
export function readHeaders(headers: Headers): Head | undefined {
  const head: Head = {};
  for (const [name, field] of FIELDS) {
    const value = headers.get(name);
    if (value === null || IN_TRANSIT.has(name)) continue;
    if (field === ODD) return undefined;
    head[field] = value;
  }
  return head;
}
