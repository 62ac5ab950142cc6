import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type ListenOptions } from '../build/server/listen.js';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { handlerOf } from './support/handler-of.ts';

const open = closables();

async function start(options: ListenOptions = {}) {
  const server = await listen(handlerOf({}), { port: 0, ...options });
  open.push(server);
  return server;
}

/** Sends the pieces slowly. Resolves to all data that the server sends until it disconnects. */
async function drip(url: string, pieces: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => {}); // The server disconnects while the client writes.
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(40); // The tests need Node's own timeouts, which cannot be faked.
    if (socket.destroyed) break;
  }
  await closed;
  return received;
}

const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

describe('listen: timeouts', () => {
  test('responds with 408 to a slow head after headersTimeoutMs', async () => {
    const { url } = await start({ headersTimeoutMs: 200 });
    const began = performance.now();
    const pieces = ['GET /mcp HTTP/1.1\r\n', ...Array.from({ length: 100 }, (_, index) => `X-${index}: x\r\n`)];
    expect(await drip(url, pieces)).toBe(TIMEOUT);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('responds with 408 to a silent connection after headersTimeoutMs', async () => {
    const { url } = await start({ headersTimeoutMs: 200 });
    expect(await drip(url, [])).toBe(TIMEOUT);
  });

  test('disconnects a client whose slow body no handler reads', async () => {
    const { url } = await start({ headersTimeoutMs: 100, bodyTimeoutMs: 100 });
    const head = 'POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n';
    const began = performance.now();
    expect(await drip(url, [head, ...Array.from({ length: 100 }, () => 'x')])).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  test('keeps a connection alive for 65 seconds after a request', async () => {
    const { url } = await start({ headersTimeoutMs: 100 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const get = 'GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(get);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*keep-alive: timeout=65\r\n/i);
    await sleep(250); // Node checks every 50 ms whether the socket has been idle for longer than the timeout.
    socket.write(get);
    const [second] = (await once(socket, 'data')) as [Buffer];
    expect(second.toString()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    socket.destroy();
  });
});
