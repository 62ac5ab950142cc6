import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Listeners } from '../build/peer/listeners.js';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Starts a server that allows four sessions in total, and three for each caller. */
function start() {
  const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? '', scopes: [] });
  const server = serverOf({ maxSessions: 4, authenticate });
  const send = (headers: Record<string, string>, message?: object) => {
    const body = message && { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) };
    return server.fetch(new Request('http://localhost/mcp', { ...body, headers: { ...json, ...headers } }));
  };
  const hello = async (caller: string) => {
    const clientInfo = { name: 'x', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const answer = await send({ 'x-caller': caller }, { method: 'initialize', params });
    return { 'x-caller': caller, 'mcp-session-id': answer.headers.get('mcp-session-id') ?? String(answer.status) };
  };
  const statusOf = async (session: Record<string, string>) => (await send(session, { method: 'prompts/list' })).status;
  return { send, hello, statusOf };
}

test('HttpHandler ends the least recently used session of a caller above its share', async () => {
  const { hello, statusOf } = start();
  const his = await hello('bob');
  const hers = [await hello('ada'), await hello('ada'), await hello('ada'), await hello('ada')];
  expect([await statusOf(his), ...(await Promise.all(hers.map(statusOf)))]).toEqual([200, 404, 200, 200, 200]);
});

test("HttpHandler rejects a new session while a caller's whole share is in use", async () => {
  const { send, hello } = start();
  const hers = [await hello('ada'), await hello('ada'), await hello('ada')];
  const streams = await Promise.all(hers.map((session) => send(session)));
  expect([(await hello('ada'))['mcp-session-id'], (await hello('bob'))['mcp-session-id']]).toEqual([
    '503',
    expect.stringContaining('-'),
  ]);
  await streams[0]?.body?.cancel();
  expect((await hello('ada'))['mcp-session-id']).toContain('-');
  for (const { body } of streams.slice(1)) await body?.cancel();
});

test('HttpHandler rejects a listener above the share of its caller until another one has ended', async () => {
  const description = { serverInfo: { name: 'x', version: '1' } };
  const listeners = new Listeners({ runtime: runtimeOf(), description, max: 2, share: 0.5 });
  const acknowledged: string[] = [];
  const listen = (caller: string, { signal } = new AbortController()) => {
    const peer = { caller, holding: undefined };
    const call = { id: 1, signal, peer, send: () => void acknowledged.push(caller) };
    return listeners.listen(call, { notifications: { promptsListChanged: true } });
  };
  const full = expect.objectContaining({ code: -32603, message: 'Subscription limit reached' });
  const first = new AbortController();
  void listen('ada', first);
  await expect(listen('ada')).rejects.toEqual(full);
  const bobs = listen('bob');
  await expect(listen('eve')).rejects.toEqual(full);
  first.abort();
  void listen('ada');
  await turn();
  expect(acknowledged).toEqual(['ada', 'bob', 'ada']);
  listeners.close();
  expect(await bobs).toMatchObject({ resultType: 'complete' });
});
