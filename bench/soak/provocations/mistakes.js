// Requests that are wrong.
import { randomUUID } from 'node:crypto';
import { Line } from '../line.js';
import { asked, inShort, raw, SESSION, visit } from '../visit.js';

const list = { method: 'prompts/list', params: {} };
const get = (name, args = {}) => ({ method: 'prompts/get', params: { name, arguments: args } });

const HEAD = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const posted = (port, body, headers) =>
  raw(port, 'POST', { ...HEAD, ...headers, 'content-length': Buffer.byteLength(body) }, body);

/** The only one that is to be logged. */
export const FAILING = 'asks for a prompt that fails';

const mistake = (name, expected, bytesOf) => ({
  name,
  everyMs: 200,
  expected: [expected],
  provoke: async ({ port }) => inShort(await visit(port, bytesOf(port))),
});

async function babble({ port }) {
  const line = await Line.open(port);
  line.write('Good morning!\r\n\r\n');
  const answer = await line.answer();
  await line.closed();
  return `${answer?.status}, closed`;
}

export const MISTAKES = [
  mistake('sends no JSON', '400, -32700', (port) => posted(port, '{"jsonrpc": ')),
  mistake('sends no JSON-RPC', '400, -32600', (port) => posted(port, '{"id": 1}')),
  mistake('sends no UTF-8', '400, -32700', (port) =>
    Buffer.concat([Buffer.from(raw(port, 'POST', { ...HEAD, 'content-length': 3 })), Buffer.from([0x22, 0xff, 0x22])]),
  ),
  mistake('asks by another host', '403, -32000', (port) => posted(port, '{}', { host: 'evil.example' })),
  mistake('asks from another origin', '403, -32000', (port) => posted(port, '{}', { origin: 'https://evil.example' })),
  mistake('asks in a session that never was', '404, -32001', (port) =>
    asked(port, list, { dialect: SESSION, sessionId: randomUUID() }),
  ),
  mistake('asks for a prompt that is not there', '200, -32602', (port) => asked(port, get('nothing'))),
  mistake('asks with a wrong argument', '200, -32602', (port) =>
    asked(port, get('review_1', { code: 'a', limit: 'b' })),
  ),
  mistake(FAILING, '200, -32603', (port) => asked(port, get('failing'))),
  mistake('asks for a method that is not there', '200, -32601', (port) =>
    asked(port, { method: 'tools/call', params: { name: 'nothing' } }),
  ),
  mistake('asks by GET without a session', '405, -32000', (port) => raw(port, 'GET', { accept: 'text/event-stream' })),
  mistake('sends another type', '415, -32000', (port) => posted(port, 'hello', { 'content-type': 'text/plain' })),
  { name: 'does not speak HTTP', everyMs: 200, expected: ['400, closed'], provoke: babble },
];
