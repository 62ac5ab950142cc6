import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';

const open = closables();

/** What a framework does before it passes a request on. */
type Before = (incoming: IncomingMessage & { body?: unknown; rawBody?: unknown }) => unknown;

/** An endpoint that answers with what it has read, behind a framework. */
async function start(before: Before, options = {}) {
  const endpoint = endpointOf(options, ({ message }) => Response.json({ read: message }));
  const server = createServer((incoming, outgoing) => {
    void Promise.resolve(before(incoming)).then(() => endpoint(incoming, outgoing));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function post(url: string, body: string | ReadableStream = MESSAGE) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  return [answer.status, await answer.json()];
}

const message = { jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'ü€😀' } };
const MESSAGE = JSON.stringify(message);
const READ = [200, { read: message }];
const refused = (status: number, code: number, text: string) => [
  status,
  { jsonrpc: '2.0', error: { code, message: text } },
];

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe('a body is taken that a framework has read, and left', () => {
  test.each<[string, (bytes: Buffer) => object]>([
    ['as an object in body', (bytes) => ({ body: JSON.parse(bytes.toString()) as unknown })],
    ['as text in body', (bytes) => ({ body: bytes.toString() })],
    ['as a Buffer in body', (bytes) => ({ body: bytes })],
    ['as other bytes in body', (bytes) => ({ body: Uint8Array.from(bytes) })],
    ['as text in rawBody', (bytes) => ({ rawBody: bytes.toString() })],
    ['as a Buffer in rawBody', (bytes) => ({ rawBody: bytes })],
    ['as both', (bytes) => ({ body: JSON.parse(bytes.toString()) as unknown, rawBody: bytes })],
  ])('%s', async (_, leave) => {
    const url = await start(async (incoming) => Object.assign(incoming, leave(await bytesOf(incoming))));
    expect(await post(url)).toEqual(READ);
  });
});

test('of a body that is there as a framework has not read it, nothing that it left is taken', async () => {
  expect(await post(await start((incoming) => (incoming.body = {})))).toEqual(READ);
});

test('what a framework has made of a body is checked as any other', async () => {
  const leave = (body: unknown) => start(async (incoming) => (await bytesOf(incoming), (incoming.body = body)));
  const many = Array.from({ length: 6_000 }, () => null);
  const [no, values] = [await leave('{'), await leave({ ...message, params: { many } })];
  expect([await post(no), await post(values)]).toEqual([
    refused(400, -32700, 'Parse error: the body is not JSON in UTF-8'),
    [
      400,
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32600,
          message: 'Invalid Request: more than 5000 values, or some more than 64 levels deep',
        },
      },
    ],
  ]);
});

test('a body that others have paused is read', async () => {
  expect(await post(await start((incoming) => void incoming.pause()))).toEqual(READ);
});

test.each<[string, Before]>([
  ['read', bytesOf],
  ['let go of', (incoming) => new Promise((resolve) => void incoming.resume().once('data', resolve))],
])('a body that others have %s without leaving it is not called a parse error', async (_, before) => {
  const told =
    'The body was read before it came here: mount the handler before body parsers, or pass on what they make of it';
  expect(await post(await start(before))).toEqual(refused(500, -32603, told));
});

describe.each(['utf8', 'latin1', 'base64', 'hex'] as const)('a body that others have set to %s', (encoding) => {
  const setTo: Before = (incoming) => void incoming.setEncoding(encoding);

  test('is read, also in pieces', async () => {
    const bytes = Buffer.from(MESSAGE);
    const pieces = new ReadableStream({
      start: async (controller) => {
        for (const byte of bytes) {
          controller.enqueue(Uint8Array.of(byte));
          if (byte > 0x7f) await sleep(2);
        }
        controller.close();
      },
    });
    const url = await start(setTo);
    expect([await post(url), await post(url, pieces)]).toEqual([READ, READ]);
  });

  test('is limited in bytes', async () => {
    const url = await start(setTo, { maxBodyBytes: MESSAGE.length });
    expect(await post(url)).toEqual(refused(413, -32000, `The body is larger than ${MESSAGE.length} bytes`));
  });
});

test('a body that comes without a length, and in pieces, is read', async () => {
  const url = await start(() => {});
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  for (const piece of ['{"jsonrpc":"2.0",', '"id":1,', '"method":"x"}']) {
    socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    await sleep(5);
  }
  socket.write('0\r\n\r\n');
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{"read":\{"jsonrpc":"2\.0","id":1,"method":"x"\}\}$/);
});
