import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { type FetchHandler, listen, type ListenOptions } from '../build/server/listen.js';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { fakeOnly } from '../../../build/jest/fake-time.ts';
import { pending, until } from './support/gates.ts';
import { handlerOf } from './support/handler-of.ts';

afterEach(() => {
  jest.useRealTimers();
});
const open = closables(); // This hook runs after the previous one, because servers need real timers to close.

async function start(options: ListenOptions = {}, handler: Partial<FetchHandler> = {}) {
  const server = await listen(handlerOf(handler), { port: 0, ...options });
  open.push(server);
  return server;
}

async function probe({ url }: { url: string }, path: string, method = 'GET') {
  // Uses `node:http`, because `fetch` would use the fake timers.
  const outgoing = request(new URL(path, url), { method, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { statusCode, headers } = response;
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += String(piece);
  return [statusCode, headers['content-type'], headers['cache-control'], text];
}

const yes = [200, 'text/plain', 'no-store', 'ok\n'];
const no = [503, 'text/plain', 'no-store', 'unavailable\n'];

describe('listen: health probes', () => {
  test('responds with 200 at /healthz and /readyz by default', async () => {
    const server = await start();
    expect(await probe(server, '/healthz')).toEqual(yes);
    expect(await probe(server, '/readyz?verbose')).toEqual(yes);
    expect(await probe(server, '/readyz', 'HEAD')).toEqual([...yes.slice(0, 3), '']);
  });

  test('answers for any Host header', async () => {
    const { url } = await start({ allowedHosts: ['mcp.example.com'] });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /readyz HTTP/1.1\r\nHost: 10.0.0.7:3917\r\nConnection: close\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });

  test('rejects methods other than GET and HEAD', async () => {
    expect(await probe(await start(), '/healthz', 'POST')).toEqual([405, 'text/plain', 'no-store', 'GET or HEAD\n']);
  });

  test('uses the configured path, or none for false', async () => {
    const server = await start({ healthPath: '/alive', readyPath: false });
    expect(await probe(server, '/alive')).toEqual(yes);
    const nothing = [404, 'text/plain', undefined, 'Not found: the path of the MCP endpoint is /mcp\n'];
    expect([await probe(server, '/healthz'), await probe(server, '/readyz')]).toEqual([nothing, nothing]);
  });

  test('reports ready only if both the handler and `ready` do', async () => {
    const answers: (() => boolean | Promise<boolean>)[] = [
      () => true,
      () => false,
      async () => true,
      async () => false,
      () => {
        throw new Error('secret');
      },
      () => Promise.reject(new Error('secret')),
    ];
    const responses = [];
    for (const ready of answers) responses.push(await probe(await start({ ready }), '/readyz'));
    expect(responses).toEqual([yes, no, yes, no, no, no]);
    const busy = await start({ ready: () => true }, { isReady: () => false });
    expect([await probe(busy, '/readyz'), await probe(busy, '/healthz')]).toEqual([no, yes]);
  });

  test('shares one check among concurrent probes', async () => {
    let checks = 0;
    let settle = () => {};
    const checked = new Promise<boolean>((resolve) => (settle = () => resolve(true)));
    const ready = () => {
      checks += 1;
      return checked;
    };
    const server = await start({ ready });
    const probes = Array.from({ length: 5 }, () => probe(server, '/readyz'));
    await probe(server, '/healthz');
    while (checks === 0) await probe(server, '/healthz');
    settle();
    expect([await Promise.all(probes), checks]).toEqual([[yes, yes, yes, yes, yes], 1]);
    expect([await probe(server, '/readyz'), checks]).toEqual([yes, 2]);
  });

  test('reports “not ready” after readyTimeoutMs and does not repeat a hanging check', async () => {
    fakeOnly('setTimeout');
    const begun = pending();
    let checks = 0;
    let settle = (_answer: boolean) => {};
    const ready = () => {
      checks += 1;
      begun.settle();
      return new Promise<boolean>((resolve) => (settle = resolve));
    };
    const server = await start({ ready, readyTimeoutMs: 50 });
    const probes = () => Promise.all(Array.from({ length: 5 }, () => probe(server, '/readyz')));
    const first = probes();
    await begun.promise;
    jest.advanceTimersByTime(50);
    expect([...(await first), ...(await probes()), checks]).toEqual([...Array.from({ length: 10 }, () => no), 1]);
    expect(await probe(server, '/healthz')).toEqual(yes);
    settle(true);
    const late = probe(server, '/readyz');
    while (checks < 2) await probe(server, '/healthz');
    settle(true);
    expect(await late).toEqual(yes);
  });

  test('reports “not ready” after 900 ms by default if the check hangs', async () => {
    fakeOnly('setTimeout');
    const begun = pending();
    const server = await start({ ready: () => new Promise(() => begun.settle()) });
    const answer = probe(server, '/readyz');
    await begun.promise;
    jest.advanceTimersByTime(900);
    expect(await answer).toEqual(no);
  });

  test('rejects a readyTimeoutMs of 0', async () => {
    await expect(start({ readyTimeoutMs: 0 })).rejects.toThrow(
      new RangeError('readyTimeoutMs is 0: use a whole number from 1 to 2147483647'),
    );
  });

  test('reports “not ready” on open connections while the server closes', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = await start({}, { close: () => released });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const ask = async () => {
      socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return String((await once(socket, 'data'))[0]).split('\r\n')[0];
    };
    expect(await ask()).toBe('HTTP/1.1 200 OK');
    const closed = server.close();
    await until(async () => (await ask()) === 'HTTP/1.1 503 Service Unavailable');
    release();
    await closed;
  });
});
