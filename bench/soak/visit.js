// One request, on a connection of its own.
import { bytesOf, introduced, introduction } from '../wire/dialects.js';
import { Line } from './line.js';

export const [ONCE, SESSION, MODERN] = ['2025-11-25', '2025-11-25, in a session', '2026-07-28'];

/** Of the request on a connection; others count from further up. */
const ID = 1;

/** The bytes of a request that is asked in no session, unless another dialect is said. */
export function asked(port, question, { dialect = ONCE, id = ID, ...more } = {}) {
  return bytesOf(question, { port, dialect, id, ...more });
}

export async function visit(port, bytes, localAddress) {
  const line = await Line.open(port, localAddress);
  line.write(bytes);
  const answer = await line.answer();
  line.hangUp();
  return answer;
}

/** What came back, in short: the status, and the code of an error or that there was nothing. */
export function inShort(answer) {
  if (answer === undefined) return 'hung up';
  const [json] = /\{.*\}/s.exec(answer.body()) ?? [];
  if (json === undefined) return `${answer.status}`;
  const { error, result } = JSON.parse(json);
  if (error !== undefined) return `${answer.status}, ${error.code}`;
  return result === undefined ? `${answer.status}, no result` : `${answer.status}, result`;
}

/** Opens a session; gives its id. */
export async function openSession(port, { capabilities = {}, localAddress } = {}) {
  const params = { ...introduction.params, capabilities };
  const { head } = await visit(port, asked(port, { ...introduction, params }, { dialect: SESSION }), localAddress);
  const [, sessionId] = /^mcp-session-id: *(\S+)/im.exec(head) ?? [];
  await visit(port, asked(port, introduced, { dialect: SESSION, sessionId }), localAddress);
  return sessionId;
}

/** The bytes of a request whose message has been changed since. */
export function amended(bytes, amend) {
  const [head, body] = bytes.toString().split('\r\n\r\n');
  const message = JSON.parse(body);
  amend(message.params);
  const text = JSON.stringify(message);
  return `${head.replace(/content-length: \d+/, `content-length: ${Buffer.byteLength(text)}`)}\r\n\r\n${text}`;
}

/** A request with any head. */
export function raw(port, method, headers = {}, body = '') {
  const head = { host: `127.0.0.1:${port}`, ...headers };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
