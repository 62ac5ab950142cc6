import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FetchHandler, listen, type ListenOptions } from '@cuecard/transports';
import { expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { handlerOf } from './support/handler-of.ts';

const open = closables();

async function start(fetch: FetchHandler['fetch'], options: ListenOptions = {}, close = async () => {}) {
  const server = await listen(handlerOf({ fetch, close }), { port: 0, ...options });
  open.push(server);
  return server;
}

const hello = async () => new Response('hello');

test('a handler is served on loopback under its path, and what is elsewhere says where it is', async () => {
  const { url } = await start(hello);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(await (await fetch(`${url}?x=1`)).text()).toBe('hello');
  const elsewhere = await fetch(new URL('/', url));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, 'Nothing here: the MCP endpoint is /mcp\n']);
});

test.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])('listening on %s needs allowedHosts', async (host) => {
  await expect(start(hello, { host })).rejects.toThrow(
    new TypeError(
      `Listening on ${host} makes the server reachable from other machines: list in allowedHosts the host names that they may use`,
    ),
  );
});

test('listening wider is possible when allowedHosts says for whom', async () => {
  const { url } = await start(hello, { host: '0.0.0.0', allowedHosts: ['mcp.example.com'] });
  expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/mcp$/);
});

test.each([
  ['abc', '"abc"'],
  ['3917', '"3917"'],
  ['', '""'],
  [null, 'null'],
  [Number.NaN, 'NaN'],
  [-1, '-1'],
  [65_536, '65536'],
  [1.5, '1.5'],
  [{}, '[object Object]'],
])('a port that is %j is refused at once', async (port, is) => {
  // @ts-expect-error Not every caller is compiled.
  await expect(start(hello, { port })).rejects.toThrow(
    new RangeError(`port is ${is}: use a whole number from 0 to 65535, such as Number(process.env.PORT)`),
  );
});

test.each([
  ['', '""'],
  [' ', '" "'],
  [null, 'null'],
  [0, '0'],
])('a host that is %j is refused at once, whoever may ask', async (host, is) => {
  // @ts-expect-error Not every caller is compiled.
  await expect(start(hello, { host, allowedHosts: ['mcp.example.com'] })).rejects.toThrow(
    new TypeError(`host is ${is}: use an address or a name of this machine, such as '127.0.0.1'`),
  );
});

test('a port that is in use is an error that says what to do, with the code and the error of node:net', async () => {
  const { url } = await start(hello);
  const port = Number(new URL(url).port);
  await expect(start(hello, { port })).rejects.toMatchObject({
    message: `Port ${port} on 127.0.0.1 is in use: choose another port, or 0 for any free one`,
    code: 'EADDRINUSE',
    cause: { code: 'EADDRINUSE', syscall: 'listen', port },
  });
});

test('a handler that cannot be served is closed, as nobody else can', async () => {
  const { url } = await start(hello);
  let closed = 0;
  const close = async () => void (closed += 1);
  await expect(start(hello, { port: Number(new URL(url).port) }, close)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(start(hello, { port: -1 }, close)).rejects.toThrow(RangeError);
  await expect(start(hello, { drainMs: -1 }, close)).rejects.toThrow(RangeError);
  expect(closed).toBe(3);
});

test('what else keeps an address from being listened on is the error of node:net', async () => {
  const wide = { host: '192.0.2.1', allowedHosts: ['mcp.example.com'] }; // Of nobody's machine (RFC 5737).
  await expect(start(hello, wide)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL', syscall: 'listen' });
});

test.each(['path', 'healthPath', 'readyPath'])(
  'a %s that no request could ask for is refused at once',
  async (name) => {
    const others = {
      mcp: '/mcp',
      '': '/',
      '/mcp?a=1': '/mcp',
      '/mcp#a': '/mcp',
      '/a b': '/a%20b',
      '/a/../mcp': '/mcp',
    };
    for (const [given, asked] of Object.entries(others)) {
      await expect(start(hello, { [name]: given })).rejects.toThrow(
        new TypeError(`${name} is ${JSON.stringify(given)}, which no request can have: write ${asked}`),
      );
    }
    const metadata = '/.well-known/oauth-protected-resource/mcp';
    await expect(start(hello, { [name]: metadata })).rejects.toThrow(
      new TypeError(`${name} is ${metadata}, where clients look for the metadata of a resource: choose another`),
    );
  },
);

test.each([
  [{ path: '/healthz' }, 'path and healthPath are both /healthz'],
  [{ readyPath: '/mcp' }, 'path and readyPath are both /mcp'],
  [{ healthPath: '/up', readyPath: '/up' }, 'healthPath and readyPath are both /up'],
])('two paths that are the same, as with %j, are refused at once', async (options, fault) => {
  await expect(start(hello, options)).rejects.toThrow(new TypeError(`${fault}: give each a path of its own`));
});

test.each(['/', '/mcp/', '/a%20b', '/healthz'])('a handler is served at %s where that is its path', async (path) => {
  const { url } = await start(hello, { path, healthPath: false, readyPath: false });
  expect(await (await fetch(url)).text()).toBe('hello');
});

test('closing finishes what is in flight, and hangs up on connections that ask nothing', async () => {
  let inFlight = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = await start(
    async () => {
      inFlight += 1;
      await released;
      return new Response('late');
    },
    {},
    () => released,
  );
  const { port, hostname } = new URL(server.url);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const answer = fetch(server.url);
  while (inFlight === 0) await sleep(5);

  const closed = server.close();
  const hungUp = once(silent, 'close');
  await sleep(80);
  await expect(fetch(server.url)).rejects.toThrow('fetch failed'); // No new connection is taken.
  release();
  expect(await (await answer).text()).toBe('late');
  await closed;
  await hungUp;
  expect(await server.close()).toBeUndefined(); // A second time does nothing.
});

test('a request that was on its way on an open connection is still answered', async () => {
  const server = await start(hello);
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const get = `GET /mcp HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  socket.write(get);
  await once(socket, 'data');
  const closed = server.close();
  await sleep(0);
  socket.write(get);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*hello$/i);
  await closed;
});

test('what does not end within drainMs is cut off', async () => {
  const server = await start(
    () => new Promise(() => {}),
    { drainMs: 100 },
    () => new Promise(() => {}),
  );
  const answer = fetch(server.url).catch((error: Error) => error.message);
  await sleep(20);
  await server.close();
  expect(await answer).toBe('fetch failed');
});

test('no more connections are taken than maxConnections, and others when one has gone', async () => {
  const { url } = await start(hello, { maxConnections: 2 });
  const { port, hostname } = new URL(url);
  const connection = async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return socket;
  };
  const answered = async (socket: Awaited<ReturnType<typeof connection>>) => {
    const over = new Promise<string>((resolve) => {
      socket.once('data', (data: Buffer) => resolve(data.toString().split('\r\n')[0] ?? ''));
      socket.once('close', () => resolve('closed'));
      socket.once('error', () => {});
    });
    socket.write(`GET /mcp HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    return over;
  };
  const [one, other, beyond] = [await connection(), await connection(), await connection()];
  expect([await answered(beyond), await answered(one), await answered(other)]).toEqual([
    'closed',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 OK',
  ]);
  one.destroy();
  await once(one, 'close');
  await sleep(20);
  const next = await connection();
  expect(await answered(next)).toBe('HTTP/1.1 200 OK');
  for (const socket of [other, next]) socket.destroy();
});

test('a connection on which too many requests wait for the one before them is closed, after those before', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { url } = await start(async () => {
    await released;
    return new Response('hello');
  });
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  const closed = once(socket, 'close');
  socket.write(`GET /mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(40));
  await sleep(100);
  release();
  await closed;
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual([...Array.from({ length: 33 }, () => '200'), '503']);
  expect(await (await fetch(url)).text()).toBe('hello');
});

test('requests that come one behind the other are answered for as long as they do', async () => {
  const { url } = await start(hello);
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  for (let round = 0; round < 20; round += 1) {
    socket.write(`GET /mcp HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(10));
    await sleep(5);
  }
  await sleep(100);
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(200);
  socket.destroy();
});
