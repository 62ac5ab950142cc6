// Requests over HTTP, as the bytes that clients of both eras send.
import { identity, METHODS } from '../definitions/review.js';
import { Connection } from './connection.js';

/** The ways in which a client sends requests: up to 2025-11-25 without and with a session, and after that. */
export const [PLAIN, SESSION, MODERN] = ['2025-11-25', '2025-11-25, in a session', '2026-07-28'];

const key = (name) => `io.modelcontextprotocol/${name}`;
const envelope = {
  [key('protocolVersion')]: MODERN,
  [key('clientInfo')]: identity,
  [key('clientCapabilities')]: {},
};

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: PLAIN, capabilities: {}, clientInfo: identity },
};
const INITIALIZED = { method: 'notifications/initialized', params: {}, isNotification: true };
export const HANDSHAKE = [INITIALIZE, INITIALIZED];

export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function headersOf(dialect, { method, params: { name, uri = name } }) {
  if (dialect !== MODERN) return { 'mcp-protocol-version': PLAIN };
  return { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(uri !== undefined && { 'mcp-name': uri }) };
}

const paramsOf = (dialect, { _meta, ...params }) =>
  dialect === MODERN ? { ...params, _meta: { ...envelope, ..._meta } } : { ...params, ...(_meta && { _meta }) };

/** A request with any method, headers and body. */
export function raw(port, method, headers = {}, body = '') {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map((header) => `${header.join(': ')}\r\n`);
  return Buffer.concat([Buffer.from(`${method} /mcp HTTP/1.1\r\n${lines.join('')}\r\n`), Buffer.from(body)]);
}

export function posted(port, body, headers) {
  return raw(port, 'POST', { ...JSON_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) }, body);
}

/** The bytes of a JSON-RPC message: of a request without a session, by default. */
export function bytesOf(port, message, { dialect = PLAIN, id = 1, sessionId } = {}) {
  const { method, params, isNotification } = message;
  const headers = { ...headersOf(dialect, message), ...(sessionId !== undefined && { 'mcp-session-id': sessionId }) };
  const body = { jsonrpc: '2.0', ...(!isNotification && { id }), method, params: paramsOf(dialect, params) };
  return posted(port, JSON.stringify(body), headers);
}

/** Sends a request on a connection of its own; returns the response. */
export async function send(port, bytes, localAddress) {
  const connection = await Connection.open(port, localAddress);
  connection.write(bytes);
  const response = await connection.response();
  connection.disconnect();
  return response;
}

/** Opens a session; returns its id, or `undefined` if the server has none. */
export async function openSession(port, { capabilities = {}, localAddress } = {}) {
  const initialize = { ...INITIALIZE, params: { ...INITIALIZE.params, capabilities } };
  const { head } = await send(port, bytesOf(port, initialize), localAddress);
  const sessionId = /^mcp-session-id: *(\S+)/im.exec(head)?.[1];
  await send(port, bytesOf(port, INITIALIZED, { sessionId }), localAddress);
  return sessionId;
}

/** The message in a document or in an event of a stream. */
export function messageOf(text) {
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
}

/**
 * The params that a load sends in turn: those of ten definitions, or the cursors of all pages of a list.
 * @param request returns the message that answers a request
 * @throws {Error} if a result is wrong
 */
export async function checkedParams(method, count, request) {
  const { isList, params, isRight } = METHODS[method];
  if (isList) return pages(method, count, request);
  for (const each of params) {
    const message = await request({ method, params: each });
    if (!isRight(message.result, each)) throw wrongResult(method, message);
  }
  return params;
}

async function pages(method, count, request) {
  const requested = [{}];
  const names = new Set();
  for (const params of requested) {
    const message = await request({ method, params });
    const { prompts, nextCursor } = message.result ?? {};
    if (!prompts?.every((prompt) => prompt.arguments.length === 3)) throw wrongResult(method, message);
    for (const { name } of prompts) names.add(name);
    if (nextCursor !== undefined) requested.push({ cursor: nextCursor });
  }
  if (names.size !== count) throw new Error(`The list has ${names.size} prompts, not ${count}`);
  return requested;
}

const wrongResult = (method, message) => new Error(`The result of ${method} is wrong: ${JSON.stringify(message)}`);

/** @throws {Error} if a server accepts arguments that break a rule. Tools report a rejection in their result. */
export async function checkRejection(method, request) {
  const message = await request({ method, params: METHODS[method].invalidParams }).catch((error) => ({ error }));
  if (message.error !== undefined || message.result?.isError === true) return;
  throw new Error(`${method} accepts arguments that break a rule`);
}
