import { connect } from 'node:net';
import { definePrompt, Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { headers, initialize, type Json, post } from './support/raw.ts';
import { gated, mount } from './support/mount.ts';
import { until } from './support/until.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'x', version: '1' };
const get = (name: string, id: Json, more: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'prompts/get', params: { name, ...more } });
const responseOf = (id: Json, text: string) => ({
  jsonrpc: '2.0',
  id,
  result: { messages: [{ role: 'user', content: { type: 'text', text } }] },
});
const SHUTTING_DOWN = { jsonrpc: '2.0', error: { code: -32000, message: 'This server is shutting down' } };
const cancel = (requestId: Json) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

/** Resolves to true when the work ends. If it never ends, Jest's timeout fails the test. */
const isOver = (work: Promise<unknown>) => work.then(() => true);

const open = closables();

describe('HttpHandler.close', () => {
  async function start(runtime: Runtime, options: object = {}) {
    const handler = createHandler(runtime, { ...identity, ...options });
    let seen = 0;
    const { url, close } = await mount((incoming, outgoing) => {
      handler(incoming, outgoing);
      seen += 1;
    });
    open.push({ close });
    const hello = await post(url, JSON.stringify(initialize('2025-11-25')));
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const untilSeen = (count: number) => until(() => seen > count); // `initialize` counts, too.
    return { handler, url, session, untilSeen };
  }

  test('answers pending requests and rejects new ones', async () => {
    const { runtime, release, untilWaiting } = gated();
    const { handler, url, session } = await start(runtime);
    const inFlight = [post(url, get('wait', 1)), post(url, get('wait', 2), session)];
    await untilWaiting(2);
    let continues = true;
    open.push({ close: async () => void (continues = false) });
    const refused = new Set<string>();
    const keepAsking = async (message: string, to: Record<string, string>) => {
      while (continues) {
        const answer = await post(url, message, to);
        // The response has no id if the body was not read.
        const { id: _, ...body } = answer.body as { readonly id?: Json };
        if (answer.status !== 202) refused.add(JSON.stringify([answer.status, body]));
      }
    };
    const closed = handler.close();
    const messages = [get('near', 3), get('wait', 4), cancel(5), cancel(6), cancel(7)];
    const traffic = Promise.allSettled([
      ...messages.map((body) => keepAsking(body, session)),
      keepAsking(get('near', 8), {}),
    ]);
    await until(() => refused.size > 0);
    const request = new Request(url, { method: 'POST', headers, body: get('near', 9) });
    const { status } = await handler.fetch(request);
    const isReady = handler.isReady?.();
    const before = [...refused];
    release();
    const over = await isOver(closed);
    expect({ over, isReady, status, before }).toEqual({
      over: true,
      isReady: false,
      status: 503,
      before: [JSON.stringify([503, SHUTTING_DOWN])],
    });
    expect((await Promise.all(inFlight)).map(({ body }) => body)).toEqual([
      responseOf(1, 'waited'),
      responseOf(2, 'waited'),
    ]);
    continues = false;
    await traffic;
  });

  test('does not wait for new requests', async () => {
    let release = () => {};
    const released = new Promise<string>((resolve) => (release = () => resolve('waited')));
    const wait = definePrompt({ name: 'wait', render: () => released });
    const hang = definePrompt({ name: 'hang', render: () => new Promise<string>(() => {}) });
    const runtime = new Runtime({ prompts: [wait, hang] });
    const { handler, url, untilSeen } = await start(runtime, { drainTimeoutMs: 60_000 });
    const inFlight = post(url, get('wait', 1));
    await untilSeen(1);
    const closed = handler.close();
    const late = post(url, get('hang', 2)).catch(() => undefined);
    await untilSeen(2);
    release();
    expect({ over: await isOver(closed), body: (await inFlight).body }).toEqual({
      over: true,
      body: responseOf(1, 'waited'),
    });
    expect(await late).toMatchObject({ status: 503, body: SHUTTING_DOWN });
  });

  test('accepts cancellations of pending requests', async () => {
    const { runtime, release, untilWaiting } = gated();
    open.push({ close: async () => release() });
    const { handler, url, session } = await start(runtime);
    const cancelled = post(url, get('wait', 1), session);
    await untilWaiting(1);
    const closed = handler.close();
    expect((await post(url, cancel(1), session)).status).toBe(202);
    expect(await isOver(closed)).toBe(true);
    expect((await cancelled).status).toBe(200);
  });

  test.each([
    ['a document', {}],
    ['progress', { _meta: { progressToken: 1 } }],
  ])('answers a request for %s whose body arrives late', async (_, more) => {
    const { handler, url, untilSeen } = await start(gated().runtime, { responseMode: 'json' });
    const { port, host } = new URL(url);
    const body = get('near', 1, more);
    const head = Object.entries({ host, ...headers, 'content-length': `${body.length}`, connection: 'close' });
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`POST /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    await untilSeen(1);
    const closed = handler.close();
    socket.write(body);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    expect(received).toMatch(/^HTTP\/1.1 200 OK/);
    expect(received).toContain('"here"');
    expect(await isOver(closed)).toBe(true);
  });

  test('closes after drainTimeoutMs if requests never end', async () => {
    const hanging = definePrompt({ name: 'hanging', render: () => new Promise<string>(() => {}) });
    const runtime = new Runtime({ prompts: [hanging] });
    const { handler, url, session, untilSeen } = await start(runtime, { drainTimeoutMs: 100 });
    const left = Promise.allSettled([post(url, get('hanging', 1)), post(url, get('hanging', 2), session)]);
    await untilSeen(2);
    expect(await isOver(handler.close())).toBe(true);
    for (const each of open.splice(0)) await each.close();
    await left;
  });
});
