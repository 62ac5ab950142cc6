import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

async function start(fetch: FetchHandler['fetch'], options: ListenOptions = {}, close = async () => {}) {
  const server = await listen(handlerOf({ fetch, close }), { port: 0, ...options });
  open.push(server);
  return server;
}

const hello = async () => new Response('hello');

/** Returns whether the server rejects new connections. */
function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
}

describe('listen', () => {
  test('serves the handler on loopback, and suggests its path elsewhere', async () => {
    const { url } = await start(hello);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(await (await fetch(`${url}?x=1`)).text()).toBe('hello');
    const elsewhere = await fetch(new URL('/', url));
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      404,
      'Not found: the path of the MCP endpoint is /mcp\n',
    ]);
  });

  test.each(['0.0.0.0', '::', 'example.com'])('requires allowedHosts for the host %s', async (host) => {
    await expect(start(hello, { host })).rejects.toThrow(
      new TypeError(
        `Listening on ${host} makes the server reachable from other machines: set allowedHosts to the host names that clients use`,
      ),
    );
  });

  test('listens on all addresses with allowedHosts', async () => {
    const { url } = await start(hello, { host: '0.0.0.0', allowedHosts: ['mcp.example.com'] });
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/mcp$/);
  });

  test.each([
    ['abc', '"abc"'],
    [null, 'null'],
    [Number.NaN, 'NaN'],
    [65_536, '65536'],
    [1.5, '1.5'],
  ])('rejects the port %j', async (port, is) => {
    // @ts-expect-error A caller may use JavaScript.
    await expect(start(hello, { port })).rejects.toThrow(
      new RangeError(`port is ${is}: use a whole number from 0 to 65535, such as Number(process.env.PORT)`),
    );
  });

  test.each([
    ['', '""'],
    [' ', '" "'],
    [null, 'null'],
  ])('rejects the host %j', async (host, is) => {
    // @ts-expect-error A caller may use JavaScript.
    await expect(start(hello, { host, allowedHosts: ['mcp.example.com'] })).rejects.toThrow(
      new TypeError(`host is ${is}: use an address or a name of this machine, such as '127.0.0.1'`),
    );
  });

  test('suggests another port if the port is in use', async () => {
    const { url } = await start(hello);
    const port = Number(new URL(url).port);
    await expect(start(hello, { port })).rejects.toMatchObject({
      message: `Port ${port} on 127.0.0.1 is in use: choose another port, or 0 for any free port`,
      code: 'EADDRINUSE',
      cause: { code: 'EADDRINUSE', syscall: 'listen', port },
    });
  });

  test('closes the handler if it cannot listen', async () => {
    const { url } = await start(hello);
    let closed = 0;
    const close = async () => void (closed += 1);
    await expect(start(hello, { port: Number(new URL(url).port) }, close)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await expect(start(hello, { port: -1 }, close)).rejects.toThrow(RangeError);
    await expect(start(hello, { drainTimeoutMs: -1 }, close)).rejects.toThrow(RangeError);
    expect(closed).toBe(3);
  });

  test('rejects with the error of node:net for an unavailable address', async () => {
    // An address that is reserved for documentation (RFC 5737).
    const wide = { host: '192.0.2.1', allowedHosts: ['mcp.example.com'] };
    await expect(start(hello, wide)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL', syscall: 'listen' });
  });

  test.each(['path', 'healthPath', 'readyPath'])('rejects an invalid %s', async (name) => {
    const others = {
      mcp: '/mcp',
      '': '/',
      '/mcp?a=1': '/mcp',
      '/mcp#a': '/mcp',
      '/a b': '/a%20b',
      '/a/../mcp': '/mcp',
    };
    for (const [path, suggested] of Object.entries(others)) {
      await expect(start(hello, { [name]: path })).rejects.toThrow(
        new TypeError(`${name} is ${JSON.stringify(path)}, but no request can have this path: write ${suggested}`),
      );
    }
    const metadata = '/.well-known/oauth-protected-resource/mcp';
    await expect(start(hello, { [name]: metadata })).rejects.toThrow(
      new TypeError(
        `${name} is ${metadata}, which is reserved for the metadata of a protected resource: choose a different path`,
      ),
    );
  });

  test.each([
    [{ path: '/healthz' }, 'path and healthPath are both /healthz'],
    [{ readyPath: '/mcp' }, 'path and readyPath are both /mcp'],
    [{ healthPath: '/up', readyPath: '/up' }, 'healthPath and readyPath are both /up'],
  ])('rejects identical paths: %j', async (options, fault) => {
    await expect(start(hello, options)).rejects.toThrow(new TypeError(`${fault}: use different paths`));
  });

  test.each(['/', '/mcp/', '/a%20b', '/healthz'])('serves the handler at the path %s', async (path) => {
    const { url } = await start(hello, { path, healthPath: false, readyPath: false });
    expect(await (await fetch(url)).text()).toBe('hello');
  });

  test('finishes pending requests and disconnects silent clients when it closes', async () => {
    const [begun, released] = [pending(), pending()];
    const server = await start(
      async () => {
        begun.settle();
        await released.promise;
        return new Response('late');
      },
      {},
      () => released.promise,
    );
    const { port, hostname } = new URL(server.url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    const answer = fetch(server.url);
    await begun.promise;
    const closed = server.close();
    const hungUp = once(silent, 'close');
    await until(() => isRefused(Number(port)));
    released.settle();
    expect(await (await answer).text()).toBe('late');
    await closed;
    await hungUp;
    expect(await server.close()).toBeUndefined(); // A second call has no effect.
  });

  test('answers a request that arrives on an open connection while it closes', async () => {
    const server = await start(hello);
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const get = `GET /mcp HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
    socket.write(get);
    await once(socket, 'data');
    const closed = server.close();
    await sleep(0); // `close` stops listening after a timer of 0 ms.
    socket.write(get);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*hello$/i);
    await closed;
  });

  test('aborts requests that do not end within drainTimeoutMs when it closes', async () => {
    fakeOnly('setTimeout');
    const begun = pending();
    const endless = () => new Promise<never>(() => begun.settle());
    const server = await start(endless, { drainTimeoutMs: 100 }, endless);
    const outgoing = request(server.url).end(); // `fetch` would use the fake timers.
    const failed = once(outgoing, 'response').catch((error: Error) => error.message);
    await begun.promise;
    const closed = server.close();
    jest.advanceTimersByTime(100);
    await closed;
    expect(await failed).toBe('socket hang up');
  });

  test('accepts at most maxConnections at a time', async () => {
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
    await until(async () => {
      const next = await connection();
      const isAnswered = (await answered(next)) === 'HTTP/1.1 200 OK';
      next.destroy();
      return isAnswered;
    });
    other.destroy();
  });
});
