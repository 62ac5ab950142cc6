/** The headers that decide where a request goes, each as it came. */
export interface Head {
  host?: string;
  origin?: string;
  accept?: string;
  type?: string;
  length?: string;
  sessionId?: string;
  revision?: string;
}

/** Makes a request one for the server: how its body comes, or a revision whose headers the lane does not know. */
const ODD = 'odd';

const FIELDS = new Map<string, keyof Head | typeof ODD>([
  ['host', 'host'],
  ['origin', 'origin'],
  ['accept', 'accept'],
  ['content-type', 'type'],
  ['content-length', 'length'],
  ['mcp-session-id', 'sessionId'],
  ['mcp-protocol-version', 'revision'],
  ['content-encoding', ODD],
  ['transfer-encoding', ODD],
  ['expect', ODD],
  ['upgrade', ODD],
  ['mcp-method', ODD],
  ['mcp-name', ODD],
]);

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
