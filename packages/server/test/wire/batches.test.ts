import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { inProcess } from './support/in-process.ts';
import { headers, initialize, type Json, post } from './support/raw.ts';
import { gated } from './support/mount.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'x', version: '1' };
const get = (name: string, id: Json, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'prompts/get',
  params: { name, ...more },
});
const ping = (id: Json) => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: Json) => ({ jsonrpc: '2.0', id, result: {} });
const cancel = (requestId: Json) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
const said = (id: Json, text: string) => ({
  jsonrpc: '2.0',
  id,
  result: { messages: [{ role: 'user', content: { type: 'text', text } }] },
});
/** A notification makes the response a stream. */
const withProgress = { _meta: { progressToken: 1 } };

const open = closables();

describe('serveHttp with a batch', () => {
  async function start() {
    const gate = gated();
    const server = await serveHttp(gate.runtime, { ...identity, port: 0, drainTimeoutMs: 100 });
    open.push(server, { close: async () => gate.release() });
    const hello = await post(server.url, JSON.stringify(initialize('2025-03-26')));
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const send = async (message: Json) => {
      const { status, body } = await post(server.url, JSON.stringify(message), session);
      return { status, body };
    };
    return { send, ...gate };
  }

  test('omits the response to a cancelled request', async () => {
    const { send, untilWaiting } = await start();
    const answer = send([get('wait', 'A'), ping('B')]);
    await untilWaiting(1);
    expect(await send(cancel('A'))).toEqual({ status: 202, body: '' });
    expect(await answer).toEqual({ status: 200, body: [pong('B')] });
  });

  test('cancels a request of the same batch', async () => {
    const { send } = await start();
    expect(await send([get('wait', 'A'), cancel('A'), ping('B')])).toEqual({
      status: 200,
      body: [pong('B')],
    });
  });

  const notAMessage = { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' };

  test('returns errors for invalid messages and results for the others', async () => {
    const { send } = await start();
    const invalid = { jsonrpc: '2.0', id: 3, method: 7 };
    expect(await send([ping(1), 5, invalid, ping('two')])).toEqual({
      status: 200,
      body: [
        { jsonrpc: '2.0', error: notAMessage },
        { jsonrpc: '2.0', id: 3, error: notAMessage },
        pong(1),
        pong('two'),
      ],
    });
    expect(await send([5, { jsonrpc: '2.0', method: 'notifications/initialized' }])).toEqual({
      status: 400,
      body: [{ jsonrpc: '2.0', error: notAMessage }],
    });
    expect(await send([5])).toEqual({ status: 400, body: [{ jsonrpc: '2.0', error: notAMessage }] });
  });

  test('streams errors for invalid messages, until the client disconnects', async () => {
    const server = await serveHttp(gated().runtime, { ...identity, port: 0, drainTimeoutMs: 100, responseMode: 'sse' });
    open.push(server);
    const batch = JSON.stringify([5, ping(1)]);
    const { body } = await post(server.url, batch);
    expect(body).toEqual([{ jsonrpc: '2.0', error: notAMessage }, pong(1)]);
    const left = await fetch(server.url, { method: 'POST', headers, body: batch });
    await left.body?.cancel();
    expect((await post(server.url, batch)).status).toBe(200);
  });

  test('returns one error and runs no request for more than 100 invalid messages', async () => {
    const { send } = await start();
    const isInvalid = 'Invalid Request: not a JSON-RPC 2.0 message';
    const { body } = await send([ping(1), ...Array<Json>(100).fill(1)]);
    expect([(body as Json[]).length, (body as Json[]).at(-1)]).toEqual([101, pong(1)]);
    expect(await send([ping(1), ...Array<Json>(101).fill(1)])).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', error: { code: -32600, message: isInvalid } },
    });
  });

  test('rejects an empty batch', async () => {
    const { send } = await start();
    expect(await send([])).toEqual({ status: 400, body: { jsonrpc: '2.0', error: notAMessage } });
  });

  test('keeps a result whose request is cancelled too late', async () => {
    const { send, untilWaiting } = await start();
    const answer = send([get('wait', 'A'), ping('B')]);
    await untilWaiting(1);
    await send(cancel('B'));
    await send(cancel('A'));
    expect(await answer).toEqual({ status: 200, body: [pong('B')] });
  });

  test.each([
    ['a document', {}],
    ['a possible stream', withProgress],
  ])('cancels a request that waits for %s', async (_, more) => {
    const { send, untilWaiting } = await start();
    const answer = send(get('wait', 1, more));
    await untilWaiting(1);
    expect(await send([cancel(1)])).toEqual({ status: 202, body: '' });
    expect(await answer).toEqual({ status: 200, body: [] });
  });

  test.each([
    ['beside each other', (send: (message: Json) => Promise<Json>) => send(get('wait', 1, withProgress))],
    ['in one batch', (send: (message: Json) => Promise<Json>) => send([ping(1), ping(1)])],
  ])('rejects an id that is used twice, %s', async (_, twice) => {
    const { send, untilWaiting, release } = await start();
    const first = send(get('wait', 1, withProgress));
    await untilWaiting(1);
    const message = 'Invalid Request: a request with this id is already in progress';
    expect(await twice(send)).toEqual({
      status: 400,
      body: { jsonrpc: '2.0', id: 1, error: { code: -32600, message } },
    });
    release();
    expect(await first).toEqual({ status: 200, body: said(1, 'waited') });
    expect(await send(ping(1))).toEqual({ status: 200, body: pong(1) });
  });
});

describe('serveStdio with a batch', () => {
  async function start() {
    const gate = gated();
    const { lines, close } = await inProcess(gate.runtime);
    open.push({ close }, { close: async () => gate.release() });
    await lines.ask(JSON.stringify(initialize('2025-03-26')));
    lines.received.length = 0;
    const send = (message: Json) => lines.write(JSON.stringify(message));
    return { lines, send, ...gate };
  }

  test('returns one line with all results and errors', async () => {
    const { lines, send, untilWaiting, release } = await start();
    send([
      get('wait', 1),
      ping(2),
      5,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 3 },
    ]);
    await untilWaiting(1);
    send(ping('beside'));
    expect(await lines.until(1)).toEqual([pong('beside')]);
    release();
    const notAMessage = { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' };
    expect((await lines.until(2))[1]).toEqual([
      said(1, 'waited'),
      pong(2),
      { jsonrpc: '2.0', error: notAMessage },
      { jsonrpc: '2.0', id: 3, error: notAMessage },
    ]);
  });

  test('sends no response to notifications and cancelled requests', async () => {
    const { lines, send, untilWaiting } = await start();
    send([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
    send([get('wait', 1), ping(2)]);
    send([get('wait', 3)]);
    await untilWaiting(2);
    send([cancel(1), cancel(3)]);
    expect(await lines.until(1)).toEqual([[pong(2)]]);
    send(ping(4));
    expect(await lines.until(2)).toEqual([[pong(2)], pong(4)]);
  });

  test('rejects an empty batch', async () => {
    const { lines } = await start();
    expect(await lines.ask('[]')).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Invalid Request: not a JSON-RPC 2.0 message' },
    });
  });
});
