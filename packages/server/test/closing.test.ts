import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { definePrompt } from '@cuecard/core';
import { serveHttp, type ServeHttpOptions } from '@cuecard/server';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { fakeOnly } from '../../../build/jest/fake-time.ts';
import { pending, until } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

type Options = Partial<ServeHttpOptions>;

afterEach(() => {
  jest.useRealTimers();
});
const open = closables(); // This hook runs after the previous one, because servers need real timers to close.
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const trustedProxies = ['127.0.0.1'];

async function start(options: Options = {}, runtime = runtimeOf()) {
  const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0, ...options });
  open.push(server);
  return server;
}

const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
const bodyOf = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/**
 * Sends a request with `node:http`, because `fetch` would use faked timers. By default, each request has its own
 * connection.
 */
async function send(url: string, body?: string, agent: Agent | false = false, more: Record<string, string> = {}) {
  const method = body === undefined ? 'GET' : 'POST';
  const outgoing = request(url, { method, agent, headers: { ...headers, ...more } }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += String(piece);
  return { status: response.statusCode, sessionId: response.headers['mcp-session-id'], text };
}

const ready = async (url: string) => (await send(new URL('/readyz', url).href)).status;
const list = async (url: string, agent?: Agent) => (await send(url, bodyOf('prompts/list'), agent)).status;

async function isRefused(url: string): Promise<boolean> {
  const { code } = await list(url).then(
    () => ({ code: 'none' }),
    (error: NodeJS.ErrnoException) => ({ code: error.code }),
  );
  return code === 'ECONNREFUSED';
}

describe('close of a server with trustedProxies', () => {
  test('reports “not ready” at once and accepts requests and sessions for 2,500 ms', async () => {
    fakeOnly('setTimeout', 'clearTimeout');
    const { url, close } = await start({ trustedProxies });
    const { sessionId } = await send(url, bodyOf('initialize', client));
    const before = await ready(url);
    const closed = close();
    const during = [await ready(url), await list(url), (await send(url, bodyOf('initialize', client))).status];
    jest.advanceTimersByTime(2_499);
    const session = { 'mcp-session-id': String(sessionId) };
    const late = [await list(url), (await send(url, bodyOf('prompts/list'), false, session)).status];
    jest.advanceTimersByTime(1);
    await closed;
    expect({ before, during, late, after: await isRefused(url), timers: jest.getTimerCount() }).toEqual({
      before: 200,
      during: [503, 200, 200],
      late: [200, 200],
      after: true,
      timers: 0, // No timer keeps the process alive.
    });
  });

  test('answers every request of a balancer that follows readyPath', async () => {
    fakeOnly('setTimeout');
    const { url, close } = await start({ trustedProxies, unreadyMs: 1_000 });
    let isListed = true;
    const statuses: (number | undefined)[] = [];
    const load = async (agent?: Agent) => {
      while (isListed) statuses.push(await list(url, agent));
    };
    const agents = [undefined, undefined, new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    const traffic = agents.map((agent) => load(agent));
    await until(() => statuses.length > 20);
    const closed = close();
    await until(async () => (await ready(url)) === 503);
    const notifiedAt = statuses.length;
    await until(() => statuses.length > notifiedAt + 20); // A balancer reacts only after more than one failed probe.
    isListed = false;
    jest.advanceTimersByTime(1_000); // Requests are still pending.
    await Promise.all(traffic);
    await closed;
    for (const agent of agents) agent?.destroy();
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('returns the same promise when called again', async () => {
    const server = await start({ trustedProxies, unreadyMs: 1 });
    const closed = server.close();
    expect(server.close()).toBe(closed);
    await closed;
    expect(server.close()).toBe(closed);
  });

  test('aborts pending requests drainTimeoutMs after unreadyMs', async () => {
    fakeOnly('setTimeout');
    const begun = pending();
    const hang = definePrompt({ name: 'hang', render: () => new Promise<string>(() => begun.settle()) });
    const { url, close } = await start({ trustedProxies, unreadyMs: 1_000, drainTimeoutMs: 500 }, runtimeOf([hang]));
    let outcome = 'pending';
    const cut = send(url, bodyOf('prompts/get', { name: 'hang' })).catch(({ message }: Error) => (outcome = message));
    await begun.promise;
    const closed = close();
    jest.advanceTimersByTime(1_000);
    await until(() => isRefused(url));
    jest.advanceTimersByTime(499);
    const before = [outcome, await isRefused(url)];
    jest.advanceTimersByTime(1);
    await Promise.all([closed, cut]);
    expect([...before, outcome]).toEqual(['pending', true, 'socket hang up']);
  });

  test('closes without delay when the port is in use', async () => {
    fakeOnly('setTimeout');
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(start({ trustedProxies, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

test.each<Options>([{}, { trustedProxies, unreadyMs: 0 }])('close takes effect at once with %j', async (options) => {
  fakeOnly('setTimeout');
  const { url, close } = await start(options);
  await close();
  expect(await isRefused(url)).toBe(true);
});

describe('close of a handler with trustedProxies', () => {
  const ask = async (handler: ReturnType<typeof serverOf>) => {
    const body = bodyOf('prompts/list');
    return (await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).status;
  };

  test('reports “not ready” at once and accepts requests for 2,500 ms', async () => {
    fakeOnly('setTimeout');
    const handler = serverOf({ trustedProxies: 1 });
    const before = handler.isReady?.();
    const closed = handler.close();
    const during = [handler.isReady?.(), await ask(handler)];
    jest.advanceTimersByTime(2_499);
    const late = await ask(handler);
    jest.advanceTimersByTime(1);
    await closed;
    expect({ before, during, late, after: await ask(handler) }).toEqual({
      before: true,
      during: [false, 200],
      late: 200,
      after: 503,
    });
  });

  test('returns the same promise when called again', async () => {
    const handler = serverOf({ trustedProxies: 1, unreadyMs: 1 });
    const closed = handler.close();
    expect(handler.close()).toBe(closed);
    await closed;
  });
});

test.each([-1, 2 ** 31])('close rejects the unreadyMs %d', async (unreadyMs) => {
  const fault = new RangeError(`unreadyMs is ${unreadyMs}: use a whole number from 0 to 2147483647`);
  expect(() => serverOf({ unreadyMs })).toThrow(fault);
  await expect(start({ unreadyMs })).rejects.toThrow(fault);
});
