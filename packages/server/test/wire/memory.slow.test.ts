/** @slow measures memory: requests, bodies and streams of a server */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Runtime } from '@cuecard/core';
import { createHandler, serveHttp } from '@cuecard/server';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { size } from '../../../../build/jest/runs.ts';
import { collectGarbage } from '../../../core/test/support/memory.ts';
import { closables } from '../support/closables.ts';
import { Held } from '../support/held.ts';
import { askUnread, chatty, streamRequests } from './support/prompt-requests.ts';
import { headers, post } from './support/raw.ts';
import { mount } from './support/mount.ts';
import { until } from './support/until.ts';
import { BODIES, get, waiting } from './support/abortable-prompt.ts';

const identity = { name: 'x', version: '1' };
const REQUESTS = 20;
const open = closables();
afterEach(() => void jest.restoreAllMocks());

const PIECES = 1_000;

/** The start of a body, which is sent byte by byte. */
const begun = ' '.repeat(PIECES);
const FRAMINGS = {
  'transfer-encoding: chunked': {
    begun: begun.replaceAll(' ', '1\r\n \r\n'),
    rest: (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  },
  [`content-length: ${PIECES + get('waiting').length}`]: { begun, rest: (body: string) => body },
};

/** Sends a body. A chunked one goes in one write, because its framing splits it; any other byte by byte. */
function trickle(socket: Socket, body: string, done: () => void): void {
  if (body.startsWith('1')) return void socket.write(body, () => setTimeout(done, 100));
  if (body === '') return void setTimeout(done, 100);
  socket.write(body.charAt(0), () => setImmediate(() => trickle(socket, body.slice(1), done)));
}

const heldRequests = fileURLToPath(new URL('fixtures/held-requests.mjs', import.meta.url));

/** Counts the requests that a server keeps after `REQUESTS` responses, for each kind of body. */
async function countHeld(): Promise<Record<string, number>> {
  const cases = BODIES.map(([name, body]) => ({ name, body, requests: REQUESTS }));
  const counting = fork(heldRequests, [JSON.stringify(cases)]);
  const [counts] = (await once(counting, 'message')) as [readonly number[]];
  return Object.fromEntries(cases.map(({ name }, at) => [name, counts[at] ?? Infinity]));
}

const NEAR = JSON.stringify({ jsonrpc: '2.0', id: 'near', method: 'prompts/get', params: { name: 'near' } });

/** Resolves to the memory in use after garbage collection, including buffers. */
async function memoryInUse(): Promise<number> {
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('HttpHandler', () => {
  test('frees requests after their responses', async () => {
    const counts = Object.entries(await countHeld());
    // Node itself may keep the last few requests.
    expect([counts.length, counts.filter(([, count]) => count >= REQUESTS / 2)]).toEqual([BODIES.length, []]);
  }, 60_000); // Searching the heap six times takes long on a busy machine.

  test.each(Object.entries(FRAMINGS))(
    'frees each chunk of a body and does not await it, with %s',
    async (framing, { begun: start, rest }) => {
      const handler = createHandler(new Runtime({ prompts: [waiting] }), { ...identity });
      const pieces = new Held();
      const site = await mount((incoming, outgoing) => {
        const push = incoming.push.bind(incoming);
        incoming.push = (piece) => push(piece instanceof Uint8Array ? pieces.watch(piece) : piece);
        handler(incoming, outgoing);
      });
      open.push(site, handler);
      const { port, host } = new URL(site.url);
      const socket = connect(Number(port), '127.0.0.1').setNoDelay();
      const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /mcp HTTP/1.1\r\n${head.join('')}${framing}\r\n\r\n`);
      await sleep(20);
      const read = jest.spyOn(ReadableStreamDefaultReader.prototype, 'read');
      await new Promise<void>((resolve) => trickle(socket, start, resolve));
      const { all, held } = await pieces.counts();
      expect([all > 200, held < 50, read.mock.calls.length < 50]).toEqual([true, true, true]);
      socket.write(rest(get('waiting')));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK/);
      socket.destroy();
    },
  );
});

describe('maxPendingBytes', () => {
  test.each(Object.entries(streamRequests))(
    'aborts an unread stream and bounds its memory: %s',
    async (_, promptRequest) => {
      const { runtime, contexts } = chatty(size(30_000), 'x'.repeat(10_000));
      const options = { name: 'x', version: '1', port: 0, drainTimeoutMs: 100, maxCallerShare: 1, maxRequests: 1 };
      const server = await serveHttp(runtime, { ...options, maxPendingBytes: 1_000_000 });
      open.push(server);
      const { url } = server;
      const near = async () => (await post(url, NEAR)).status;
      const first = promptRequest('near', 1);
      await post(url, first.body, first.headers); // Loads everything that the first stream needs.
      const before = await memoryInUse();
      const socket = askUnread(url, promptRequest('chat', 1));
      await until(() => contexts.length === 1);
      await until(async () => (await near()) === 200);
      const held = (await memoryInUse()) - before;
      expect(held).toBeLessThan(size(30_000_000) + 6_000_000); // A fraction of the data in the stream.
      socket.destroy();
    },
  );
});
