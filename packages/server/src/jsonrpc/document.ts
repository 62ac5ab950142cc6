/** A JSON-RPC answer as JSON, with its size in bytes and the HTTP status. */
export interface Document {
  /** A prefix that many answers share. */
  readonly bytes?: Buffer;
  readonly text: string;
  readonly length: number;
  readonly status: number;
  /** The header `WWW-Authenticate`, if the caller needs another token. */
  readonly challenge?: string | undefined;
}

/** The same answer, web-standard. */
export function toResponse({ bytes, text, status, challenge }: Document, sessionId: string | undefined): Response {
  const body = bytes === undefined ? text : Buffer.concat([bytes, Buffer.from(text)]);
  const session = sessionId === undefined ? {} : { 'mcp-session-id': sessionId };
  const authenticate = challenge === undefined ? {} : { 'www-authenticate': challenge };
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...session, ...authenticate } });
}

/** The answer as one string. */
export function jsonOf({ bytes, text }: Document): string {
  return bytes === undefined ? text : `${bytes.toString()}${text}`;
}
