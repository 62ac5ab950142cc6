import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { createHandler, serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { fakeClock } from '../../../../build/jest/fake-time.ts';
import { headers, initialize, post } from './support/raw.ts';
import { closables } from '../support/closables.ts';

@Prompt()
class Fine implements PromptHandler {
  render = () => 'fine';
}
const runtime = new Runtime({ prompts: [Fine] });
const identity = { name: 'x', version: '1' };
const clock = fakeClock();
const open = closables();

async function start(options: Partial<Parameters<typeof serveHttp>[1]> = {}) {
  const server = await serveHttp(runtime, { ...identity, port: 0, ...options });
  open.push(server);
  const hello = () => post(server.url, JSON.stringify(initialize('2025-11-25')));
  const ping = async (id: string) =>
    (await post(server.url, '{"jsonrpc":"2.0","id":1,"method":"ping"}', { 'mcp-session-id': id })).status;
  return { url: server.url, hello, ping, session: async () => (await hello()).headers.get('mcp-session-id') ?? '' };
}

const stream = (url: string, id: string) =>
  fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': id } });

describe('HandlerOptions.sessions', () => {
  test('returns 404 for unknown and ended sessions', async () => {
    const { url, ping, session } = await start();
    const id = await session();
    expect(await ping(id)).toBe(200);
    expect((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': id } })).status).toBe(200);
    expect([await ping(id), await ping('made up')]).toEqual([404, 404]);
  });

  test('ends the least recently used session beyond maxSessions', async () => {
    const { ping, session } = await start({ maxSessions: 2 });
    const [first, second] = [await session(), await session()];
    expect(await ping(first)).toBe(200);
    const third = await session();
    expect([await ping(first), await ping(second), await ping(third)]).toEqual([200, 404, 200]);
  });

  test('rejects a session with 503 when all are in use', async () => {
    const { url, hello, session } = await start({ maxSessions: 1 });
    const held = await stream(url, await session());
    const refused = await hello();
    expect({ status: refused.status, retryAfter: refused.headers.get('retry-after'), body: refused.body }).toEqual({
      status: 503,
      retryAfter: '1',
      body: { jsonrpc: '2.0', id: 'init', error: { code: -32000, message: 'All sessions are in use' } },
    });
    await held.body?.cancel();
  });

  test('ends a session without a request or an open stream after sessionIdleTimeoutMs', async () => {
    clock.fakeTimeouts();
    const { url, ping, session } = await start({ sessionIdleTimeoutMs: 60_000 });
    const [idle, streaming] = [await session(), await session()];
    const held = await stream(url, streaming);
    clock.pass(60_000);
    expect([await ping(idle), await ping(streaming)]).toEqual([404, 200]);
    await held.body?.cancel();
  });

  test('rejects PUT for a session', async () => {
    const { url, session } = await start();
    const { status } = await fetch(url, { method: 'PUT', headers: { 'mcp-session-id': await session() } });
    expect(status).toBe(405);
  });

  test('allows only POST if it is false', async () => {
    const { url, hello } = await start({ sessions: false });
    expect((await hello()).headers.get('mcp-session-id')).toBeNull();
    const { status, headers: answered } = await stream(url, 'any');
    expect([status, answered.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('HttpHandler.fetch', () => {
  const request = (init: RequestInit = {}) =>
    new Request('http://localhost/anywhere', {
      method: 'POST',
      headers,
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      ...init,
    });
  const pong = { jsonrpc: '2.0', id: 1, result: {} };

  test('answers web-standard requests', async () => {
    const handler = createHandler(runtime, identity);
    const response = await handler.fetch(request());
    expect([response.status, await response.json()]).toEqual([200, pong]);
  });

  test('rejects foreign origins and hosts', async () => {
    const handler = createHandler(runtime, identity);
    const status = async (extra: Record<string, string>) =>
      (await handler.fetch(request({ headers: { ...headers, ...extra } }))).status;
    expect([
      await status({ host: 'localhost:3917', origin: 'http://localhost:6274' }),
      await status({ host: 'evil.example' }),
      await status({ host: 'localhost', origin: 'https://evil.example' }),
    ]).toEqual([200, 403, 403]);
  });

  test('rejects unsupported media types, revisions and methods', async () => {
    const handler = createHandler(runtime, identity);
    const status = async (init: RequestInit) => (await handler.fetch(request(init))).status;
    expect([
      await status({ headers: { ...headers, 'content-type': 'text/plain' } }),
      await status({ headers: { ...headers, accept: 'text/html' } }),
      await status({ headers: { ...headers, 'mcp-protocol-version': '1999-01-01' } }),
      await status({ method: 'PUT' }),
    ]).toEqual([415, 406, 400, 405]);
  });

  test('rejects requests after the handler has closed', async () => {
    const handler = createHandler(runtime, identity);
    await handler.close();
    expect((await handler.fetch(request())).status).toBe(503);
  });
});
