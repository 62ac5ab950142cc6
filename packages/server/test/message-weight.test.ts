import { definePrompt } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from './support/closables.ts';
import { pending, until } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const open = closables();
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const TOO_MANY = { code: -32000, message: 'The pending requests and responses use too much memory' };

type Headers = Record<string, string>;

function serve(options: object) {
  const gate = pending<string>();
  const prompts = [
    definePrompt({ name: 'near', render: () => 'here' }),
    definePrompt({ name: 'failing', render: () => Promise.reject(new Error('no')) }),
    definePrompt({ name: 'wait', render: (_, { signal }) => Promise.race([gate.promise, aborted(signal)]) }),
  ];
  const handler = serverOf({ drainTimeoutMs: 100, ...options }, runtimeOf(prompts));
  open.push({ close: () => (gate.settle('done'), handler.close()) });
  const send = async (body: string | undefined, extra: Headers = {}, method = 'POST') => {
    const init = { method, headers: { ...headers, ...extra }, ...(body !== undefined && { body }) };
    const response = await handler.fetch(new Request('http://localhost/mcp', init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };
  return { handler, send };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
}

const get = (name: string, id = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name, arguments: {} } });
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

const REQUESTS: readonly (readonly [string, string | undefined, Headers?, string?])[] = [
  ['a prompt', get('near')],
  ['a prompt that fails', get('failing')],
  ['a prompt that does not exist', get('missing')],
  ['a batch', `[${get('near', 1)},${get('failing', 2)}]`],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ['a response that was not expected', '{"jsonrpc":"2.0","id":7,"result":{}}'],
  ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"unknown"}'],
  ['JSON that is not a message', '{"a":[1,2,3]}'],
  ['a body that is not JSON', '{"a":['],
  ['an unknown session', get('near'), { 'mcp-session-id': 'unknown' }],
  ['a body of another type', get('near'), { 'content-type': 'text/plain' }],
  ['GET', undefined, {}, 'GET'],
];

describe('maxHeldBytes', () => {
  test.each(REQUESTS)('holds no bytes after the response to %s', async (...[, body, extra, method]) => {
    const { handler, send } = serve({ maxHeldBytes: 10_000 });
    for (let count = 0; count < 40; count += 1) await send(body, extra, method);
    expect(handler.isReady?.()).toBe(true);
  });

  describe('when the share of a caller is used up', () => {
    async function fill() {
      const { handler, send } = serve({ maxHeldBytes: 30_000, maxCallerShare: 1 });
      const { headers: given } = await send(initialize);
      const session = { 'mcp-session-id': given.get('mcp-session-id') ?? '' };
      const waiting = send(get('wait', 9).padEnd(30_000), session);
      await until(() => handler.isReady?.() === false);
      return { handler, send, session, waiting };
    }

    test('rejects a request of a session, with its id', async () => {
      const { send, session } = await fill();
      const { status, text } = await send(get('near', 2), session);
      expect([status, JSON.parse(text)]).toEqual([503, { jsonrpc: '2.0', id: 2, error: TOO_MANY }]);
    });

    test('ends a request that its client cancels', async () => {
      const { handler, send, session, waiting } = await fill();
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } };
      expect((await send(JSON.stringify(cancel), session)).status).toBe(202);
      await waiting;
      await until(() => handler.isReady?.() === true);
    });

    test('ends a session that its client deletes', async () => {
      const { send, session } = await fill();
      expect((await send(undefined, session, 'DELETE')).status).toBe(200);
    });
  });

  test.each([
    ['short', 100],
    ['long', 20_000],
  ])('counts 64 bytes for each value of a %s body, and 128 more for each object', async (_, length) => {
    const data = [{ a: [1, { b: 'c' }] }, {}, [[]], null]; // 10 values, including 3 objects.
    const params = { name: 'wait', arguments: {}, _meta: { data } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params }).padEnd(length);
    const weight = body.length + 18 * 64 + 7 * 128;
    const isReadyWith = async (maxHeldBytes: number) => {
      const { handler, send } = serve({ maxHeldBytes });
      void send(body);
      await new Promise(setImmediate);
      return handler.isReady?.();
    };
    expect([await isReadyWith(weight + 1), await isReadyWith(weight)]).toEqual([true, false]);
  });

  test('lets a caller with a used up share cancel, and serves others', async () => {
    const authenticate = (request: Request) => ({ principal: request.headers.get('x-caller') ?? '', scopes: [] });
    const { send } = serve({ maxHeldBytes: 60_000, maxCallerShare: 0.5, authenticate });
    const eve = { 'x-caller': 'eve' };
    const { headers: given } = await send(initialize, eve);
    const session = { ...eve, 'mcp-session-id': given.get('mcp-session-id') ?? '' };
    const waiting = send(get('wait', 9).padEnd(30_000), session);
    await until(async () => (await send(get('near'), eve)).status === 503);
    const { status, text } = await send(get('near', 2), session);
    expect([status, JSON.parse(text)]).toEqual([503, { jsonrpc: '2.0', id: 2, error: TOO_MANY }]);
    expect((await send(get('near'), { 'x-caller': 'ada' })).status).toBe(200);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } };
    expect((await send(JSON.stringify(cancel), session)).status).toBe(202);
    await waiting;
    await expect(until(async () => (await send(get('near', 3), session)).status === 200)).resolves.toBeUndefined();
  });
});
