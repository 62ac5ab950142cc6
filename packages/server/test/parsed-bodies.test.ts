import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { endpointOf } from './support/endpoint-of.ts';
import { until } from './support/gates.ts';

const open = closables();

/** The work of a framework before it passes on a request. */
type Before = (incoming: IncomingMessage & { body?: unknown; rawBody?: unknown }) => unknown;

/** Starts an endpoint behind a framework. It responds with the message that it has read. */
async function start(before: Before, options = {}) {
  return (await startServer(before, options)).url;
}

async function startServer(before: Before, options = {}) {
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
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

async function post(url: string, body: string | ReadableStream = MESSAGE) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  return [answer.status, await answer.json()];
}

/** Sends a body in chunks. Each chunk follows after the server has read the previous one. */
async function postPieces(before: Before, pieces: readonly Uint8Array[]): Promise<unknown[]> {
  const { server, url } = await startServer(before);
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const [connection] = await accepted;
  const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
    await until(() => connection.bytesRead === socket.bytesWritten);
  }
  socket.write('0\r\n\r\n');
  let received = '';
  for await (const chunk of socket.setEncoding('utf8')) received += String(chunk);
  return [Number(received.slice(9, 12)), JSON.parse(received.slice(received.indexOf('\r\n\r\n')))];
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

describe('HttpHandler behind a framework', () => {
  test.each<[string, (bytes: Buffer) => object]>([
    ['as an object in body', (bytes) => ({ body: JSON.parse(bytes.toString()) as unknown })],
    ['as text in body', (bytes) => ({ body: bytes.toString() })],
    ['as a Buffer in body', (bytes) => ({ body: bytes })],
    ['as other bytes in body', (bytes) => ({ body: Uint8Array.from(bytes) })],
    ['as text in rawBody', (bytes) => ({ rawBody: bytes.toString() })],
    ['as a Buffer in rawBody', (bytes) => ({ rawBody: bytes })],
    ['as both', (bytes) => ({ body: JSON.parse(bytes.toString()) as unknown, rawBody: bytes })],
  ])('uses a body that the framework has read %s', async (_, leave) => {
    const url = await start(async (incoming) => Object.assign(incoming, leave(await bytesOf(incoming))));
    expect(await post(url)).toEqual(READ);
  });

  test('prefers an unread body to the body property', async () => {
    expect(await post(await start((incoming) => (incoming.body = {})))).toEqual(READ);
  });

  test('checks the syntax and size of a parsed body', async () => {
    const leave = (body: unknown) => start(async (incoming) => (await bytesOf(incoming), (incoming.body = body)));
    const many = Array.from({ length: 100_001 }, () => null);
    const [no, values] = [await leave('{'), await leave({ ...message, params: { many } })];
    expect([await post(no), await post(values)]).toEqual([
      refused(400, -32700, 'Parse error: the message is not valid JSON in UTF-8'),
      [
        400,
        {
          jsonrpc: '2.0',
          id: 1,
          error: {
            code: -32600,
            message: 'Invalid Request: the message has more than 100000 values, or is nested more than 64 levels deep',
          },
        },
      ],
    ]);
  });

  test('reads a paused body', async () => {
    expect(await post(await start((incoming) => void incoming.pause()))).toEqual(READ);
  });

  test.each<[string, Before]>([
    ['read', bytesOf],
    ['discarded', (incoming) => new Promise((resolve) => void incoming.resume().once('data', resolve))],
  ])('reports the middleware instead of a parse error: %s', async (_, before) => {
    const remedy =
      'The body was read before the request reached the handler: mount the handler before body parsers, or set `body` of the request to the parsed value';
    expect(await post(await start(before))).toEqual(refused(500, -32603, remedy));
  });

  describe.each(['utf8', 'base64'] as const)('when middleware has set the encoding %s', (encoding) => {
    const setTo: Before = (incoming) => void incoming.setEncoding(encoding);

    test('reads the body', async () => {
      expect(await post(await start(setTo))).toEqual(READ);
    });

    test('reads chunks that split its characters', async () => {
      const bytes = Buffer.from(MESSAGE);
      const first = bytes.findIndex((byte) => byte > 0x7f);
      const pieces = [bytes.subarray(0, first), ...Array.from(bytes.subarray(first), (byte) => Uint8Array.of(byte))];
      expect(await postPieces(setTo, pieces)).toEqual(READ);
    });

    test('limits the body in bytes', async () => {
      const url = await start(setTo, { maxBodyBytes: MESSAGE.length });
      expect(await post(url)).toEqual(refused(413, -32000, `The body is larger than ${MESSAGE.length} bytes`));
    });
  });

  test('reads a body in chunks without a content-length', async () => {
    const pieces = MESSAGE.match(/.{1,20}/gu) ?? [];
    expect(
      await postPieces(
        () => {},
        pieces.map((piece) => Buffer.from(piece)),
      ),
    ).toEqual(READ);
  });
});
