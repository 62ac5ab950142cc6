import { once } from 'node:events';
import { connect } from 'node:net';
import { type FetchHandler, listen } from '../build/server/listen.js';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { pending, until } from './support/gates.ts';
import { handlerOf } from './support/handler-of.ts';

const open = closables();

async function serve(answer: FetchHandler['fetch']) {
  const server = await listen(handlerOf({ fetch: answer }), { port: 0, drainTimeoutMs: 0 });
  open.push(server);
  const { port, host } = new URL(server.url);
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  /** Sends a request to the endpoint and others in one chunk, so that the server parses them in one turn. */
  const send = (count: number, others = request('/mcp')) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('error', () => {}).on('data', (chunk) => (text += chunk.toString()));
    const more = (further: number) => socket.write(request('/mcp') + others.repeat(further - 1));
    more(count);
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    return { statuses, more, closed: once(socket, 'close'), disconnect: () => socket.destroy() };
  };
  return { send };
}

/** Serves requests that wait until the test releases them. */
async function serveSlowly() {
  const released = pending();
  let arrived = 0;
  const { send } = await serve(async () => {
    arrived += 1;
    await released.promise;
    return new Response('hello');
  });
  return { send, arrived: () => arrived, release: () => released.settle() };
}

describe('listen', () => {
  test.each([
    ['the endpoint', 'GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
    ['/healthz', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
    ['/readyz', 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
    ['another path', 'GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
    ['an unknown expectation', 'GET /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n', 417],
  ])('queues 4 requests of a connection and rejects the next: %s', async (_, others, status) => {
    const { send, arrived, release } = await serveSlowly();
    const { statuses, closed } = send(6, others);
    await until(() => arrived() > 0);
    release();
    await closed;
    expect(statuses()).toEqual([200, status, status, status, status, 503]);
  });

  test('rejects a request without a host', async () => {
    const { send, arrived, release } = await serveSlowly();
    const { statuses, closed } = send(2, 'GET /mcp HTTP/1.1\r\n\r\n');
    await until(() => arrived() > 0);
    release();
    await closed;
    expect([statuses(), arrived()]).toEqual([[200, 400], 1]);
  });

  test.each([
    ['', 'GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [' without a host', 'GET /mcp HTTP/1.1\r\n\r\n'],
    [' with an unknown expectation', 'GET /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n\r\n'],
  ])('disconnects a client that sends requests%s after a rejected one', async (_, others) => {
    const { send } = await serveSlowly();
    const { statuses, closed } = send(7, others);
    await closed;
    expect(statuses()).toEqual([]);
  });

  test('limits the queued requests of all connections together', async () => {
    const { send, arrived, release } = await serveSlowly();
    const others = Array.from({ length: 125 }, () => send(5));
    await until(() => arrived() === 625);
    const beyond = send(3);
    await beyond.closed;
    for (const { disconnect } of others) disconnect();
    release();
    let later: number[] = [];
    await until(async () => {
      const { statuses, closed, disconnect } = send(3);
      await Promise.race([closed, until(() => statuses().length === 3)]);
      disconnect();
      later = statuses();
      return later.length === 3;
    });
    expect([beyond.statuses(), later]).toEqual([[], [200, 200, 200]]);
  });

  test('answers any number of pipelined requests, a few at a time', async () => {
    const { send } = await serve(async () => new Response('hello'));
    const { statuses, more, disconnect } = send(5);
    for (let round = 1; round <= 40; round += 1) {
      await until(() => statuses().length === round * 5);
      if (round < 40) more(5);
    }
    expect(statuses()).toEqual(Array.from({ length: 200 }, () => 200));
    disconnect();
  });
});
