import { once } from 'node:events';
import { connect } from 'node:net';
import { type FetchHandler, listen, type ListenOptions } from '@cuecard/transports';
import { expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { handlerOf } from './support/handler-of.ts';

const open = closables();

async function start(options: ListenOptions = {}, handler: Partial<FetchHandler> = {}) {
  const server = await listen(handlerOf(handler), { port: 0, ...options });
  open.push(server);
  return server;
}

async function probe({ url }: { url: string }, path: string, method = 'GET') {
  const response = await fetch(new URL(path, url), { method });
  const { status, headers } = response;
  return [status, headers.get('content-type'), headers.get('cache-control'), await response.text()];
}

const yes = [200, 'text/plain', 'no-store', 'ok\n'];
const no = [503, 'text/plain', 'no-store', 'unavailable\n'];

test('probes learn that the process lives, and that it takes requests', async () => {
  const server = await start();
  expect(await probe(server, '/healthz')).toEqual(yes);
  expect(await probe(server, '/readyz?verbose')).toEqual(yes);
  expect(await probe(server, '/readyz', 'HEAD')).toEqual([...yes.slice(0, 3), '']);
});

test('probes are answered under whatever host they ask', async () => {
  const { url } = await start({ allowedHosts: ['mcp.example.com'] });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /readyz HTTP/1.1\r\nHost: 10.0.0.7:3917\r\nConnection: close\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test('other methods than GET and HEAD are refused', async () => {
  expect(await probe(await start(), '/healthz', 'POST')).toEqual([405, 'text/plain', 'no-store', 'GET or HEAD\n']);
});

test('probes ask elsewhere, or nowhere, where told so', async () => {
  const server = await start({ healthPath: '/alive', readyPath: false });
  expect(await probe(server, '/alive')).toEqual(yes);
  const nothing = [404, 'text/plain', null, 'Nothing here: the MCP endpoint is /mcp\n'];
  expect([await probe(server, '/healthz'), await probe(server, '/readyz')]).toEqual([nothing, nothing]);
});

test('the server is as ready as its handler and whoever is asked besides', async () => {
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
  const told = [];
  for (const ready of answers) told.push(await probe(await start({ ready }), '/readyz'));
  expect(told).toEqual([yes, no, yes, no, no, no]);
  const busy = await start({ ready: () => true }, { isReady: () => false });
  expect([await probe(busy, '/readyz'), await probe(busy, '/healthz')]).toEqual([no, yes]);
});

test('probes that come while it is being asked who is ready share the answer', async () => {
  let asked = 0;
  let tell = () => {};
  const told = new Promise<boolean>((resolve) => (tell = () => resolve(true)));
  const ready = () => {
    asked += 1;
    return told;
  };
  const server = await start({ ready });
  const probes = Array.from({ length: 5 }, () => probe(server, '/readyz'));
  await probe(server, '/healthz');
  while (asked === 0) await probe(server, '/healthz');
  tell();
  expect([await Promise.all(probes), asked]).toEqual([[yes, yes, yes, yes, yes], 1]);
  expect([await probe(server, '/readyz'), asked]).toEqual([yes, 2]);
});

test('while it hangs who is asked, probes are told no in time, and it is not asked again', async () => {
  let asked = 0;
  let tell = (_answer: boolean) => {};
  const ready = () => {
    asked += 1;
    return new Promise<boolean>((resolve) => (tell = resolve));
  };
  const server = await start({ ready, readyTimeoutMs: 50 });
  const probes = () => Promise.all(Array.from({ length: 5 }, () => probe(server, '/readyz')));
  expect([...(await probes()), ...(await probes()), asked]).toEqual([...Array.from({ length: 10 }, () => no), 1]);
  expect(await probe(server, '/healthz')).toEqual(yes);
  tell(true);
  const late = probe(server, '/readyz');
  while (asked < 2) await probe(server, '/healthz');
  tell(true);
  expect(await late).toEqual(yes);
});

test('probes are told no within a second where nothing is said about it', async () => {
  const server = await start({ ready: () => new Promise(() => {}) });
  const giveUp = AbortSignal.timeout(5_000);
  expect((await fetch(new URL('/readyz', server.url), { signal: giveUp })).status).toBe(503);
});

test('a time that is none is refused at once', async () => {
  await expect(start({ readyTimeoutMs: 0 })).rejects.toThrow(
    new RangeError('readyTimeoutMs is 0: use a whole number from 1 to 2147483647'),
  );
});

test('a server that is closing says on the connections it still has that it is not ready', async () => {
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
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await ask()).toBe('HTTP/1.1 503 Service Unavailable');
  release();
  await closed;
});
