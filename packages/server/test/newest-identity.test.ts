import { setTimeout as wait } from 'node:timers/promises';
import { defineResource, defineTool, type RequestContext, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { Events } from './support/events.ts';
import { serverOf } from './support/plain-sdk.ts';

const open = closables();

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const uri = 'page:///secret';
const [admin, claims] = [['admin'], { sub: 'ann', roles: ['owner'] }];
const tokens: Readonly<Record<string, { readonly scopes: string[]; readonly claims?: object }>> = {
  admin: { scopes: admin },
  reader: { scopes: [] },
  owner: { scopes: admin, claims: { ...claims, jti: 'one', iat: 1, nbf: 1, exp: 2_000_000_001 } },
  refreshed: { scopes: admin, claims: { ...claims, jti: 'two', iat: 2, nbf: 2, exp: 2_000_000_002 } },
  guest: { scopes: admin, claims: { ...claims, roles: [] } },
};

/** Opens a session with a secret resource and a secret tool, as an administrator. */
async function start() {
  let watches = 0;
  let change = () => {};
  let release = () => {};
  const secret = defineResource({
    name: 'secret',
    uri,
    scopes: ['admin'],
    read: () => 'secret',
    watch: (_, changed) => {
      watches += 1;
      change = changed;
      return () => {};
    },
  });
  const work = defineTool({
    name: 'work',
    scopes: ['admin'],
    call: async (_: object, context: RequestContext) => {
      context.progress(1);
      await new Promise<void>((resolve) => (release = resolve));
      return 'secret';
    },
  });
  const runtime = new Runtime({ resources: [secret], tools: [work], logger: { error() {}, warn() {} } });
  const authenticate = (request: { readonly headers: Headers }) => {
    const token = tokens[request.headers.get('authorization')?.slice('Bearer '.length) ?? ''];
    return token && { principal: 'ann', ...token };
  };
  const server = serverOf({ drainTimeoutMs: 0, authenticate } as never, runtime);
  open.push(server);
  let session = {};
  const send = (token: string, message?: object, headers: Record<string, string> = {}) => {
    const body = message && { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) };
    const all = { ...json, ...session, authorization: `Bearer ${token}`, ...headers };
    return server.fetch(new Request('http://localhost/mcp', { ...body, headers: all }));
  };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const hello = await send('admin', { method: 'initialize', params });
  session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
  await send('admin', { id: undefined, method: 'notifications/initialized' });
  return { send, change: () => change(), release: () => release(), watches: () => watches };
}

const subscribe = { method: 'resources/subscribe', params: { uri } };
const updated = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };

test('HttpHandler notifies a session of a changed resource only while its newest token has the scope', async () => {
  const { send, change } = await start();
  await send('admin', subscribe);
  const stream = new Events(await send('admin'));
  await stream.next();
  change();
  expect((await stream.next())?.message).toEqual(updated);
  await send('reader', { method: 'ping' });
  const next = stream.next();
  let hasHeard = false;
  void next.then(() => (hasHeard = true));
  change();
  await wait(100); // The server collects notifications for 50 ms.
  expect(hasHeard).toBe(false);
  await send('admin', subscribe);
  change();
  expect((await next)?.message).toEqual(updated);
});

test('HttpHandler rejects a subscription if the newest token lacks the scope', async () => {
  const { send } = await start();
  await send('admin', subscribe);
  expect(await (await send('reader', subscribe)).json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32002, message: `No resource at "${uri}"`, data: { uri } },
  });
});

test.each([
  ['scopes', 'admin', 'reader', 'admin'],
  ['claims', 'owner', 'guest', 'refreshed'],
])(
  'HttpHandler resumes a response stream only for a caller with the %s of its request',
  async (_, before, lesser, after) => {
    const { send, release } = await start();
    const stream = new Events(
      await send(before, { id: 7, method: 'tools/call', params: { name: 'work', _meta: { progressToken: 1 } } }),
    );
    const primed = await stream.next();
    await stream.leave();
    release();
    const resume = (token: string) => send(token, undefined, { 'last-event-id': primed?.id ?? '' });
    expect((await resume(lesser)).status).toBe(400);
    const events = await new Events(await resume(after)).rest();
    expect(events.at(-1)?.message).toMatchObject({ id: 7, result: { content: [{ type: 'text', text: 'secret' }] } });
  },
);

test.each([
  ['scopes', 'admin', 'reader'],
  ['claims', 'owner', 'guest'],
])('HttpHandler does not replay notifications to a token without the %s of the stream', async (_, before, lesser) => {
  const { send, change } = await start();
  await send(before, subscribe);
  const stream = new Events(await send(before));
  const primed = await stream.next();
  change();
  await stream.next();
  await stream.leave();
  const resumed = new Events(await send(lesser, undefined, { 'last-event-id': primed?.id ?? '' }));
  const lists = [await resumed.next(), await resumed.next(), await resumed.next()].map((event) => event?.message);
  expect(lists).toEqual([
    undefined,
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
  ]);
});

test('HttpHandler replays notifications to a refreshed token and keeps its subscriptions', async () => {
  const { send, change, watches } = await start();
  await send('owner', subscribe);
  const stream = new Events(await send('owner'));
  const primed = await stream.next();
  change();
  const missed = await stream.next();
  await stream.leave();
  const resumed = new Events(await send('refreshed', undefined, { 'last-event-id': primed?.id ?? '' }));
  expect(await resumed.next()).toEqual(missed);
  change();
  expect((await resumed.next())?.message).toEqual(updated);
  await send('refreshed', subscribe);
  expect(watches()).toBe(1);
});
