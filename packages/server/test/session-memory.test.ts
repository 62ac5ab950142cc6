import { defineResource, defineTool, type RequestContext, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { pending, until } from './support/gates.ts';
import { serverOf } from './support/plain-sdk.ts';

const open = closables();
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const MAX = 400_000;

type Session = Readonly<Record<string, string>>;

/** Serves a resource template and a tool that reports progress. A header names the caller. */
function serve(options: object = {}) {
  const page = defineResource({
    name: 'page',
    uri: 'page:///{name}',
    args: [{ name: 'name' }],
    read: () => 'text',
    watch: () => () => {},
  });
  const report = defineTool({
    name: 'report',
    args: [{ name: 'length', type: Number }],
    call: ({ length }: { readonly length: number }, context: RequestContext) => {
      context.progress(1, 2, 'x'.repeat(length));
      return 'done';
    },
  });
  const runtime = new Runtime({
    resources: [page],
    tools: [report],
    limits: { subscriptions: 10_000 },
    logger: { error() {}, warn() {} },
  });
  const authenticate = ({ headers }: Request) => ({ principal: headers.get('x-caller') ?? '', scopes: [] });
  const server = serverOf(
    { drainTimeoutMs: 0, maxHeldBytes: MAX, maxCallerShare: 0.5, authenticate, ...options },
    runtime,
  );
  open.push(server);
  const send = async (caller: Session, message?: object, method = 'POST') => {
    const body = message && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) };
    const init = { method, ...body, headers: { ...json, ...caller } };
    const response = await server.fetch(new Request('http://localhost/mcp', init));
    if (method !== 'GET') await response.clone().text();
    return response;
  };
  const initialize = async (caller: string, title = 'x'): Promise<Session> => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1', title } };
    const { headers } = await send({ 'x-caller': caller }, { method: 'initialize', params });
    return { 'x-caller': caller, 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
  };
  const subscribe = async (session: Session, name: string) =>
    (await send(session, { method: 'resources/subscribe', params: { uri: `page:///${name}` } })).status;
  const list = async (caller: Session) => (await send(caller, { method: 'tools/list' })).status;
  return { server, send, initialize, subscribe, list };
}

/** Repeats a request until its status is not 200. Resolves to that status and to the number of repetitions before. */
async function fill(work: (at: number) => Promise<number>): Promise<{ status: number; count: number }> {
  for (let count = 0; count < 2_000; count += 1) {
    const status = await work(count);
    if (status !== 200) return { status, count };
  }
  return { status: 200, count: 2_000 };
}

describe('maxHeldBytes', () => {
  test.each([
    ['long', 4_000, 30],
    ['short', 4, 60],
  ])('counts subscriptions to %s URIs until their share is used up', async (_, length, most) => {
    const { initialize, subscribe, list } = serve();
    const [eve, ada] = [await initialize('eve'), await initialize('ada')];
    const { status, count } = await fill((at) => subscribe(eve, `${at}`.padEnd(length, 'x')));
    expect({ status, isFew: count < most, isNone: count === 0 }).toEqual({ status: 503, isFew: true, isNone: false });
    expect([await list(eve), await list(ada), await subscribe(ada, 'one')]).toEqual([503, 200, 200]);
  });

  test('lets a caller with a used up share unsubscribe, and then subscribe again', async () => {
    const { send, initialize, subscribe, list } = serve();
    const eve = await initialize('eve');
    const { count } = await fill((at) => subscribe(eve, `${at}`));
    const statuses = [];
    for (let at = 0; at < count; at += 1)
      statuses.push((await send(eve, { method: 'resources/unsubscribe', params: { uri: `page:///${at}` } })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([await list(eve), (await fill((at) => subscribe(eve, `${at}`))).count]).toEqual([200, count]);
  });

  test('counts a URI once if a session subscribes to it repeatedly', async () => {
    const { initialize, subscribe } = serve();
    const eve = await initialize('eve');
    expect(await fill(async (at) => (at < 300 ? subscribe(eve, 'one') : 0))).toEqual({ status: 0, count: 300 });
  });

  test('releases the bytes of a deleted session', async () => {
    const { send, initialize, subscribe, list } = serve();
    for (let round = 0; round < 3; round += 1) {
      const eve = await initialize('eve', 'x'.repeat(20_000));
      await fill((at) => subscribe(eve, `${at}`));
      expect((await send(eve, undefined, 'DELETE')).status).toBe(200);
    }
    expect(await list({ 'x-caller': 'eve' })).toBe(200);
  });

  test('counts the clientInfo of a session while it is open', async () => {
    const { initialize } = serve();
    const { count } = await fill(async () =>
      (await initialize('eve', 'x'.repeat(60_000)))['mcp-session-id'] ? 200 : 503,
    );
    expect(count).toBe(2);
  });

  test('counts open streams', async () => {
    const { send, initialize } = serve();
    const { status, count } = await fill(async () => (await send(await initialize('eve'), undefined, 'GET')).status);
    expect({ isRefused: status !== 200, isFew: count < 25 }).toEqual({ isRefused: true, isFew: true });
  });

  test.each([0.5, 1])('opens no stream of a session above its share, with a share of %d', async (maxCallerShare) => {
    const { send, initialize, subscribe } = serve({ maxCallerShare });
    const eve = await initialize('eve');
    await fill((at) => subscribe(eve, `${at}`));
    const refused = await send(eve, undefined, 'GET');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const error = { code: -32000, message: 'The pending requests and responses use too much memory' };
    expect(await refused.json()).toEqual({ jsonrpc: '2.0', error });
    for (const at of [0, 1]) await send(eve, { method: 'resources/unsubscribe', params: { uri: `page:///${at}` } });
    expect((await send(eve, undefined, 'GET')).status).toBe(200);
  });

  test('leaves room for requests while sessions keep many events', async () => {
    const { server, send, initialize, list } = serve({ maxCallerShare: 1 });
    const params = { name: 'report', arguments: { length: 50_000 }, _meta: { progressToken: 1 } };
    const report = async (session: Session) => (await send(session, { method: 'tools/call', params })).status;
    for (let at = 0; at < 30; at += 1) expect(await report(await initialize('eve'))).toBe(200);
    expect([server.isReady?.(), await list({ 'x-caller': 'eve' })]).toEqual([true, 200]);
  });

  test('counts the events that sessions keep', async () => {
    const { send, initialize, subscribe } = serve({ maxCallerShare: 1 });
    const count = async (length: number) => {
      const session = await initialize('eve');
      const params = { name: 'report', arguments: { length }, _meta: { progressToken: 1 } };
      await send(session, { method: 'tools/call', params });
      const filled = await fill((at) => subscribe(session, `${at}`));
      await send(session, undefined, 'DELETE');
      return filled.count;
    };
    expect((await count(10)) - (await count(60_000))).toBeGreaterThan(15);
  });
});

describe('maxHeldBytes with a pending elicitation', () => {
  test('counts the elicitation until it is answered', async () => {
    const gate = pending<object>();
    const { exchangeOf } = await import('./support/exchange-of.ts');
    const { HeldBytes } = await import('../build/edge/held-bytes.js');
    const held = new HeldBytes(16_000);
    const exchange = exchangeOf(new Request('http://localhost/', { method: 'POST' }), {}, held);
    const asking = exchange.releaseWhile(gate.promise);
    expect(held.isFull).toBe(true);
    gate.settle({ action: 'accept', content: { name: 'x'.repeat(10_000) } });
    await asking;
    expect(held.isFull).toBe(true);
    exchange.releaseSlot();
    await until(() => !held.isFull);
    expect(held.isFull).toBe(false);
  });
});
