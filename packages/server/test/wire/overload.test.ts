import { definePrompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { EventReader } from './support/event-reader.ts';
import { initialize, type Json, openAskable, post } from './support/raw.ts';
import { gated } from './support/mount.ts';
import { Traveller } from './support/trip.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'x', version: '1' };
const get = (name: string, id: Json) => ({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name } });
const ping = (id: Json) => ({ jsonrpc: '2.0', id, method: 'ping' });
const TOO_MANY = { jsonrpc: '2.0', error: { code: -32000, message: 'Too many requests are in progress' } };

const open = closables();
async function start(runtime: Runtime, options: object) {
  const { url, close } = await serveHttp(runtime, { ...identity, port: 0, drainTimeoutMs: 100, ...options });
  open.push({ close });
  const hello = () => openAskable(url, '2025-11-25');
  const send = async (message: Json, session: Record<string, string>) => {
    const { status, body } = await post(url, JSON.stringify(message), session);
    return { status, body };
  };
  return { url, hello, send };
}

describe('HttpHandler at its limits', () => {
  test('accepts elicitation responses and cancellations, but no requests', async () => {
    const asking = definePrompt({
      name: 'asking',
      render: async (_, context) => `It is ${(await context.ask(Traveller, 'Who?')).name}`,
    });
    const { runtime: filling, release, untilWaiting } = gated();
    const runtime = new Runtime({ prompts: filling.registry.with(asking) });
    const { url, hello, send } = await start(runtime, { maxRequests: 2 });
    const [hers, his] = [await hello(), await hello()];
    const asked = [
      await EventReader.open(url, get('asking', 1), hers),
      await EventReader.open(url, get('asking', 1), his),
    ];
    const [[form]] = (await Promise.all(asked.map((stream) => stream.until(1)))) as [[{ id: Json }]];
    const filled = [send(get('wait', 11), hers), send(get('wait', 12), his)]; // Open questions take up no room.
    await untilWaiting(2);
    expect([await send(ping(2), hers), await send([ping(3)], hers), await send(ping(4), {})]).toEqual([
      { status: 503, body: { ...TOO_MANY, id: 2 } },
      { status: 503, body: TOO_MANY },
      { status: 503, body: TOO_MANY },
    ]);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const accept = { jsonrpc: '2.0', id: form.id, result: { action: 'accept', content: { name: 'Ada' } } };
    expect([await send(accept, hers), await send(cancel, his)]).toEqual([
      { status: 202, body: '' },
      { status: 202, body: '' },
    ]);
    await Promise.all(asked.map(({ ended }) => ended));
    release();
    expect((await Promise.all(filled)).map(({ status }) => status)).toEqual([200, 200]);
    expect(asked[0]?.received[1]).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { messages: [{ role: 'user', content: { type: 'text', text: 'It is Ada' } }] },
    });
    expect((await send(ping(5), hers)).status).toBe(200);
  });

  test('counts each request of a batch', async () => {
    const { runtime, release, untilWaiting } = gated();
    const { hello, send } = await start(runtime, { maxRequests: 3 });
    const session = await hello();
    const waiting = send([get('wait', 1), get('wait', 2)], session);
    await untilWaiting(2);
    expect(await send([ping(3), ping(4)], session)).toEqual({ status: 503, body: TOO_MANY });
    expect((await send([ping(5)], session)).status).toBe(200);
    release();
    expect((await waiting).status).toBe(200);
    expect((await send([ping(6), ping(7), ping(8)], session)).status).toBe(200);
  });

  test('opens at most maxSessions for concurrent initialize requests', async () => {
    const { hello, send } = await start(gated().runtime, { maxSessions: 3 });
    const sessions = await Promise.all(Array.from({ length: 30 }, hello));
    const opened = sessions.filter((session) => session['mcp-session-id'] !== '');
    const statuses = await Promise.all(opened.map((session) => send(ping(1), session)));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test('rejects an initialize whose clientInfo is too large', async () => {
    const { url } = await start(gated().runtime, {});
    const { params, ...rest } = initialize('2025-11-25');
    const told = { ...params, clientInfo: { ...params.clientInfo, title: 'x'.repeat(70_000) } };
    const { status, headers, body } = await post(url, JSON.stringify({ ...rest, params: told }));
    expect([status, headers.get('mcp-session-id'), body]).toEqual([
      400,
      null,
      {
        jsonrpc: '2.0',
        id: 'init',
        error: {
          code: -32602,
          message: 'Invalid params for initialize: the description of the client is longer than 65536 characters',
        },
      },
    ]);
  });

  test.each<[string, { id?: number }, object]>([
    [
      'of very many values',
      { id: 1 },
      { arguments: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`a${at}`, ''])) },
    ],
    ['nested very deeply', { id: 1 }, JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`) as object],
  ])('rejects a message %s before it is checked', async (_, id, params) => {
    const { send } = await start(gated().runtime, {});
    const message = 'Invalid Request: the message has more than 100000 values, or is nested more than 64 levels deep';
    expect(await send({ ...get('near', 1), params: { name: 'near', ...params } }, {})).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', ...id, error: { code: -32600, message } },
    });
  });
});
