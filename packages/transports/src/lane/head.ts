/** The headers that decide where a request goes, each as it came. */
export interface Head {
  host: string | undefined;
  origin: string | undefined;
  accept: string | undefined;
  authorization: string | undefined;
  type: string | undefined;
  length: string | undefined;
  sessionId: string | undefined;
  revision: string | undefined;
  /** What the body asks for, since 2026-07-28. */
  method: string | undefined;
  name: string | undefined;
}

/** Reads what Node's `rawHeaders` hold; nothing when they hold one of them twice, or an odd one. */
export function readHead(raw: readonly string[]): Head | undefined {
  const head = emptyHead();
  for (let at = 0; at < raw.length; at += 2) {
    if (!put(head, (raw[at] as string).toLowerCase(), raw[at + 1] as string)) return undefined;
  }
  return head;
}

/** They say how a body came that has been read since. */
const IN_TRANSIT = new Set(['transfer-encoding', 'expect', 'upgrade']);

/** Reads web-standard headers; nothing when they hold an odd one. One that was sent twice is one with a comma here. */
export function readHeaders(headers: Headers): Head | undefined {
  const head = emptyHead();
  for (const [name, value] of headers) if (!IN_TRANSIT.has(name) && !put(head, name, value)) return undefined;
  return head;
}

/** Puts a header where it belongs; says whether it is a first and plain one. A map takes half as long again. */
function put(head: Head, name: string, value: string): boolean {
  if (name.startsWith('mcp-')) return putOfProtocol(head, name, value);
  return name.startsWith('content-') ? putOfContent(head, name, value) : putOther(head, name, value);
}

function putOfProtocol(head: Head, name: string, value: string): boolean {
  switch (name) {
    case 'mcp-protocol-version':
      return isFirst(head.revision, (head.revision = value));
    case 'mcp-session-id':
      return isFirst(head.sessionId, (head.sessionId = value));
    case 'mcp-method':
      return isFirst(head.method, (head.method = value));
    case 'mcp-name':
      return isFirst(head.name, (head.name = value));
    default:
      return true;
  }
}

function putOfContent(head: Head, name: string, value: string): boolean {
  switch (name) {
    case 'content-type':
      return isFirst(head.type, (head.type = value));
    case 'content-length':
      return isFirst(head.length, (head.length = value));
    case 'content-encoding':
      return false;
    default:
      return true;
  }
}

function putOther(head: Head, name: string, value: string): boolean {
  switch (name) {
    case 'host':
      return isFirst(head.host, (head.host = value));
    case 'accept':
      return isFirst(head.accept, (head.accept = value));
    case 'origin':
      return isFirst(head.origin, (head.origin = value));
    case 'authorization':
      return isFirst(head.authorization, (head.authorization = value));
    case 'transfer-encoding':
    case 'expect':
    case 'upgrade':
      return false; // The body comes in a way that is for the server to judge.
    default:
      return true;
  }
}

function isFirst(before: string | undefined, _now: string): boolean {
  return before === undefined;
}

/** With all members from the start: so all heads look alike to the engine, in whatever order headers come. */
function emptyHead(): Head {
  return {
    host: undefined,
    origin: undefined,
    accept: undefined,
    authorization: undefined,
    type: undefined,
    length: undefined,
    sessionId: undefined,
    revision: undefined,
    method: undefined,
    name: undefined,
  };
}
