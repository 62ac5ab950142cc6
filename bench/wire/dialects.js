// How clients of the protocol ask over HTTP.
import { identity } from '../definitions/review.js';

const SPOKEN = '2025-11-25';
const key = (name) => `io.modelcontextprotocol/${name}`;
const envelope = {
  [key('protocolVersion')]: '2026-07-28',
  [key('clientInfo')]: identity,
  [key('clientCapabilities')]: {},
};

const inSession = (headers) => ({
  headers: () => ({ 'mcp-protocol-version': SPOKEN, ...headers }),
  params: (params) => params,
});

/** What a dialect adds to the headers of a request, and to its params. */
const DIALECTS = {
  '2025-11-25': inSession({}),
  '2025-11-25, in a session': inSession({}),
  '2026-07-28': {
    headers: ({ method, params: { name, uri = name } }) => ({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(uri !== undefined && { 'mcp-name': uri }),
    }),
    params: (params) => ({ ...params, _meta: envelope }),
  },
};

export const introduction = {
  method: 'initialize',
  params: { protocolVersion: SPOKEN, capabilities: {}, clientInfo: identity },
};

/** What follows, without an answer. */
export const introduced = { method: 'notifications/initialized', params: {}, isNotice: true };

/** The bytes of a request. */
export function bytesOf({ method, params, isNotice }, { dialect, id, port, sessionId }) {
  const { headers, params: dress } = DIALECTS[dialect];
  const body = JSON.stringify({ jsonrpc: '2.0', ...(!isNotice && { id }), method, params: dress(params) });
  const head = {
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers({ method, params }),
    ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
