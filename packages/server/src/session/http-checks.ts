import type { Exchange } from '../edge/exchange.js';
import { isInitialize, isRequest, type Message } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/answer.js';
import { SESSION_REVISIONS } from '../jsonrpc/protocol.js';
import type { Peer } from '../peer/peer.js';

/**
 * Returns the refusal of a request that violates Streamable HTTP as defined up to protocol revision 2025-11-25
 * (basic/transports).
 */
export function httpRefusal(exchange: Exchange): Refusal | undefined {
  const { method, message } = exchange;
  const { accept = '' } = exchange.head;
  if (method === 'POST') return postRefusal(accept, message) ?? revisionRefusal(exchange);
  if (method === 'GET' && !accepts(accept, 'text/event-stream')) return STREAMS_ONLY;
  return method === 'GET' || method === 'DELETE' ? revisionRefusal(exchange) : METHOD_NOT_ALLOWED;
}

function postRefusal(accept: string, message: unknown): Refusal | undefined {
  if (!accepts(accept, 'application/json') || !accepts(accept, 'text/event-stream')) return BOTH_KINDS;
  return message === undefined ? JSON_ONLY : undefined;
}

/** The header that the official clients send. */
const USUAL = 'application/json, text/event-stream';

/** Whether an `Accept` header includes a media type (RFC 9110, section 12.5.1). */
function accepts(accept: string, type: string): boolean {
  if (accept === USUAL) return true;
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';', 1)[0]?.trim());
  return [type, `${type.split('/', 1)[0]}/*`, '*/*'].some((range) => ranges.includes(range));
}

function revisionRefusal({ head, message }: Exchange): Refusal | undefined {
  const { revision } = head;
  if (revision === undefined || SESSION_REVISIONS.includes(revision) || isInitialize(message)) return undefined;
  const known = SESSION_REVISIONS.join(', ');
  const text = `Bad Request: Unsupported protocol version: ${revision} (supported versions: ${known})`;
  return { status: 400, code: -32000, message: text };
}

/** Returns the refusal of a misplaced `initialize` in a batch or a session. */
export function initializeRefusal(messages: readonly Message[], sessionId: string | undefined): Refusal | undefined {
  if (!messages.some(isInitialize)) return undefined;
  if (sessionId !== undefined) return ALREADY_INITIALIZED;
  return messages.length > 1 ? INITIALIZE_IN_BATCH : undefined;
}

const BOTH_KINDS = {
  status: 406,
  code: -32000,
  message: 'Not Acceptable: Client must accept both application/json and text/event-stream',
};
const STREAMS_ONLY = {
  status: 406,
  code: -32000,
  message: 'Not Acceptable: Client must accept text/event-stream',
};
const JSON_ONLY = {
  status: 415,
  code: -32000,
  message: 'Unsupported Media Type: Content-Type must be application/json',
};
const METHOD_NOT_ALLOWED = {
  status: 405,
  code: -32000,
  message: 'Method not allowed.',
  headers: { allow: 'GET, POST, DELETE' },
};
const ALREADY_INITIALIZED = { status: 400, code: -32600, message: 'Invalid Request: Server already initialized' };
const INITIALIZE_IN_BATCH = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: Only one initialization request is allowed',
};

/** Returns the refusal of requests that share an id, or use the id of a pending request. */
export function duplicateIdRefusal(messages: readonly Message[], peer?: Pick<Peer, 'has'>): Refusal | undefined {
  const ids = messages.filter(isRequest).map(({ id }) => id);
  const isUsed = ids.some((id) => peer?.has(id)) || (ids.length > 1 && new Set(ids).size < ids.length);
  return isUsed ? { ...DUPLICATE_ID, id: ids[0] } : undefined;
}

/** A session must not use an id twice (basic, "Requests"). */
export const DUPLICATE_ID = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: a request with this id is already in progress',
};

export const UNKNOWN_EVENT = {
  status: 400,
  code: -32600,
  message: 'Invalid Request: the event in last-event-id is no longer available; open the stream without last-event-id',
};
