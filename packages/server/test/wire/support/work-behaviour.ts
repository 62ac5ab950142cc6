import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { definePrompt, type RequestContext, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import type { Adapter } from './adapter.ts';
import { requestOf } from './crowd.ts';
import { EventReader } from './event-reader.ts';
import { fakeClock } from '../../../../../test/support/fake-time.ts';
import { nextRequest } from './next-request.ts';
import { headers, type Json, openAskable, post } from './raw.ts';
import { Traveller } from './trip.ts';
import { until } from './until.ts';
import { closables } from '../../support/closables.ts';

const identity = { name: 'x', version: '1' };
const silent = { error() {}, warn() {}, info() {}, debug() {} };
const get = (name: string, id: Json, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'prompts/get',
  params: { name, ...more },
});

/** Creates the request of a client for a prompt. */
export type Asking = (name: string, id: Json) => { readonly body: string; readonly headers: Record<string, string> };

const legacy: Asking = (name, id) => ({ body: JSON.stringify(get(name, id)), headers });
export const withProgress: Asking = (name, id) => ({
  body: JSON.stringify(get(name, id, { _meta: { progressToken: 1 } })),
  headers,
});

/** Creates a prompt that works until `release` is called, even if its client disconnects. */
function stubborn() {
  let working = 0;
  let most = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const work = definePrompt({
    name: 'work',
    render: async () => {
      working += 1;
      most = Math.max(most, working);
      await released;
      working -= 1;
      return 'worked';
    },
  });
  const near = definePrompt({ name: 'near', render: () => 'here' });
  return { prompts: [work, near], release, working: () => working, most: () => most };
}

/** Creates a prompt that sends many messages, and a prompt that sends none. */
export function chatty(messages: number, text: string) {
  const contexts: RequestContext[] = [];
  const chat = definePrompt({
    name: 'chat',
    render: async (_args, context) => {
      contexts.push(context);
      for (let at = 1; at <= messages && !context.signal.aborted; at += 1) {
        context.progress(at, messages, text);
        if (at % 10 === 0) await turn();
      }
      return 'said all';
    },
  });
  const near = definePrompt({ name: 'near', render: () => 'here' });
  return { runtime: new Runtime({ prompts: [chat, near], logger: silent }), contexts };
}

/** Sends a request over a connection that is not read. */
export function askUnread(url: string, { body, headers: sent }: ReturnType<Asking>): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => {}); // The server disconnects.
  socket.write(requestOf(url, body, sent));
  return socket;
}

/** Tests that an adapter counts work until it has ended, and bounds the memory of its clients. */
export function testWork({ createHandler, serveHttp }: Adapter, more: Record<string, Asking> = {}): void {
  const clock = fakeClock();
  const open = closables();
  async function start(runtime: Runtime, options: object) {
    const { url, close } = await serveHttp(runtime, { ...identity, port: 0, drainMs: 100, maxShare: 1, ...options });
    open.push({ close });
    const hello = () => openAskable(url, '2025-11-25');
    const near = async () => (await post(url, JSON.stringify(get('near', 'near')))).status;
    return { url, hello, near };
  }

  const askings = { 'one document': legacy, 'a stream': withProgress, ...more };

  describe('HttpHandler', () => {
    describe.each(Object.entries(askings))('%s', (kind, asking) => {
      const sessions = kind in more ? [false] : [false, true];

      test.each(sessions)(
        'counts prompts of disconnected clients until they end, in a session: %s',
        async (inSession) => {
          const { prompts, release, working, most } = stubborn();
          const runtime = new Runtime({ prompts, logger: silent });
          const { url, hello, near } = await start(runtime, { maxRequests: 2 });
          const session = inSession ? await hello() : {};
          for (let id = 1; id <= 6; id += 1) {
            const leaving = new AbortController();
            const { body, headers: sent } = asking('work', id);
            const before = working();
            const request = { method: 'POST', body, headers: { ...sent, ...session }, signal: leaving.signal };
            let isOver = false;
            const { closed } = nextRequest(url);
            const response = fetch(url, request)
              .catch(() => {}) // The client has disconnected.
              .finally(() => (isOver = true));
            await until(() => isOver || working() > before);
            leaving.abort();
            await response;
            await closed;
          }
          expect([most(), working(), await near()]).toEqual([2, 2, 503]);
          release();
          await until(async () => (await near()) === 200);
          expect(working()).toBe(0);
        },
      );

      test('counts a prompt that continues after renderMs', async () => {
        const { prompts, release, working } = stubborn();
        const runtime = new Runtime({ prompts, logger: silent, limits: { renderMs: 100 } });
        const { url, near } = await start(runtime, { maxRequests: 1 });
        const { body, headers: sent } = asking('work', 1);
        await (await fetch(url, { method: 'POST', body, headers: sent })).text();
        expect([working(), await near()]).toEqual([1, 503]);
        release();
        await until(async () => (await near()) === 200);
        expect(working()).toBe(0);
      });
    });

    test('counts each prompt of a batch after its client has disconnected', async () => {
      const { prompts, release, working } = stubborn();
      const { url, hello, near } = await start(new Runtime({ prompts, logger: silent }), {
        maxRequests: 4,
      });
      const session = await hello();
      const batch = [1, 2, 3, 4].map((id) => get('work', id));
      const leaving = new AbortController();
      const request = { method: 'POST', body: JSON.stringify(batch), signal: leaving.signal };
      const { closed } = nextRequest(url);
      const response = fetch(url, { ...request, headers: { ...headers, ...session } }).catch(() => {});
      await until(() => working() === 4);
      leaving.abort();
      await response;
      await closed;
      expect([working(), await near()]).toEqual([4, 503]);
      release();
      await until(async () => (await near()) === 200);
    });

    test('does not count a batch that waits for the user', async () => {
      const asking = definePrompt({
        name: 'asking',
        render: async (_, context) => `It is ${(await context.ask(Traveller, 'Who?')).name}`,
      });
      const { prompts } = stubborn();
      const runtime = new Runtime({ prompts: [asking, ...prompts], logger: silent });
      const { url, hello, near } = await start(runtime, { maxRequests: 2 });
      const stream = await EventReader.open(url, [get('asking', 1), get('asking', 2)], await hello());
      await stream.until(2);
      expect([await near(), await near()]).toEqual([200, 200]);
      await stream.close();
    });

    test('starts no prompt if the client disconnects during authentication', async () => {
      const { prompts, working, release } = stubborn();
      let authenticateAll = () => {};
      const gate = new Promise<void>((resolve) => (authenticateAll = resolve));
      const authenticate = () => gate.then(() => ({ principal: 'p', scopes: [] }));
      const { url, near } = await start(new Runtime({ prompts, logger: silent }), {
        maxRequests: 6,
        authenticate,
      });
      for (let id = 1; id <= 6; id += 1) {
        const { port, host } = new URL(url);
        const socket = connect(Number(port), '127.0.0.1');
        const { started, closed } = nextRequest(url);
        const head = Object.entries({ host, ...headers, 'transfer-encoding': 'chunked' });
        const body = JSON.stringify(get('work', id));
        const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
        socket.write(
          `POST /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${chunk}`,
        );
        await started;
        await turn(); // The server has read the body, which arrived with the head.
        socket.destroy();
        await closed;
      }
      authenticateAll();
      await until(async () => (await near()) === 200);
      expect(working()).toBe(0);
      release();
    });

    test('stops counting queued requests when their connection closes', async () => {
      const { prompts, working, release } = stubborn();
      const { url, near } = await start(new Runtime({ prompts, logger: silent }), { maxRequests: 5 });
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const bytesOf = (message: Json) => requestOf(url, JSON.stringify(message), {});
      socket.write(
        [get('work', 1), ...Array.from({ length: 4 }, (_, id) => get('near', id + 2))].map(bytesOf).join(''),
      );
      await until(async () => (await near()) === 503);
      await until(() => working() === 1);
      socket.destroy();
      release();
      await until(async () => (await near()) === 200);
      const all = Array.from({ length: 5 }, near);
      expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    });

    test('disconnects a client whose queued responses exceed answerTimeoutMs', async () => {
      const { prompts, release } = stubborn();
      const runtime = new Runtime({ prompts, logger: silent });
      const { url, near } = await start(runtime, { maxRequests: 3, answerTimeoutMs: 300 });
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const bytesOf = (message: Json) => requestOf(url, JSON.stringify(message), {});
      socket.on('error', () => {});
      const closed = once(socket, 'close');
      socket.resume().write([get('work', 1), get('near', 2), get('near', 3)].map(bytesOf).join(''));
      await until(async () => (await near()) === 503);
      await closed;
      release();
      await until(async () => (await near()) === 200);
      const all = Array.from({ length: 3 }, near);
      expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    });

    test('counts a cancelled prompt until it ends', async () => {
      const { prompts, release, working } = stubborn();
      const { url, hello, near } = await start(new Runtime({ prompts, logger: silent }), {
        maxRequests: 1,
      });
      const session = await hello();
      const response = post(url, JSON.stringify(get('work', 1)), session);
      await until(() => working() === 1);
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      await post(url, JSON.stringify(cancel), session);
      await response;
      expect([working(), await near()]).toEqual([1, 503]);
      release();
      await until(async () => (await near()) === 200);
    });

    test('does not count a request that waits for the user', async () => {
      const asking = definePrompt({
        name: 'asking',
        render: async (_, context) => `It is ${(await context.ask(Traveller, 'Who?')).name}`,
      });
      const { prompts, release, working } = stubborn();
      const runtime = new Runtime({ prompts: [asking, ...prompts], logger: silent });
      const { url, hello, near } = await start(runtime, { maxRequests: 1 });
      const session = await hello();
      const streams: EventReader[] = [];
      for (let id = 1; id <= 3; id += 1) {
        const stream = await EventReader.open(url, get('asking', id), session);
        streams.push(stream);
        await stream.until(1);
        expect(await near()).toBe(200);
      }
      for (const stream of streams) {
        const form = stream.received[0] as { id: Json };
        const result = { action: 'accept', content: { name: 'Ada' } };
        await post(url, JSON.stringify({ jsonrpc: '2.0', id: form.id, result }), session);
        await stream.ended;
        expect(stream.received).toHaveLength(2);
      }
      expect(await near()).toBe(200);
      const waiting = post(url, JSON.stringify(get('work', 9)), session);
      await until(() => working() === 1);
      expect(await near()).toBe(503);
      release();
      await waiting;
    });

    test('rejects more than 32 pending elicitations per connection', async () => {
      let asks = 0;
      const asking = definePrompt({
        name: 'asking',
        render: async (_, context) => {
          asks += 1;
          return `It is ${(await context.ask(Traveller, 'Who?')).name}`;
        },
      });
      const { url, hello } = await start(new Runtime({ prompts: [asking], logger: silent }), {});
      const session = await hello();
      for (let id = 1; id <= 32; id += 1) await (await EventReader.open(url, get('asking', id), session)).until(1);
      const { body } = await post(url, JSON.stringify(get('asking', 33)), session);
      expect([asks, JSON.stringify(body)]).toEqual([33, expect.stringContaining('the client failed to ask for it')]);
    });

    const streaming = Object.entries(askings).filter(([kind]) => kind.startsWith('a stream'));
    describe.each(streaming)('when the client does not read %s', (_, asking) => {
      test('disconnects after answerTimeoutMs and stops counting', async () => {
        const { runtime, contexts } = chatty(1_500, 'x'.repeat(10_000));
        const { url, near } = await start(runtime, { maxRequests: 1, maxPendingBytes: Infinity, answerTimeoutMs: 300 });
        const socket = askUnread(url, asking('chat', 1));
        await until(() => contexts.length === 1);
        expect(await near()).toBe(503);
        await until(async () => (await near()) === 200);
        socket.resume();
        if (!socket.destroyed) await once(socket, 'close');
      });
    });

    test.each(streaming)('delivers all messages to a client that reads %s', async (_, asking) => {
      const burst = definePrompt({
        name: 'burst',
        render: (_args, context) => {
          // Even a slow machine reads this within a second.
          for (let at = 1; at <= 16; at += 1) context.progress(at, 16, 'x'.repeat(100_000));
          return 'said all';
        },
      });
      const runtime = new Runtime({ prompts: [burst] });
      const { url } = await start(runtime, { maxPendingBytes: 10_000 });
      const { body, headers: sent } = asking('burst', 1);
      const { body: events } = await post(url, body, sent);
      expect((events as Json[]).length).toBe(17);
    });

    test('does not end a stream that is read slowly', async () => {
      const long = definePrompt({
        name: 'long',
        render: (_, context) => {
          context.progress(1);
          return 'x'.repeat(3_000_000);
        },
      });
      const { url } = await start(new Runtime({ prompts: [long] }), { answerTimeoutMs: 400 });
      const socket = askUnread(url, withProgress('long', 1));
      let received = 0;
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), 20); // A slow client. The test needs real time.
      });
      socket.resume();
      await until(() => received > 3_000_000 || socket.destroyed);
      expect(received).toBeGreaterThan(3_000_000);
      socket.destroy();
    });

    test('stops counting a finished stream whose end is unread', async () => {
      const chat = definePrompt({
        name: 'chat',
        render: (_, context) => {
          context.progress(1, 2, 'half');
          return 'said all';
        },
      });
      const handler = createHandler(new Runtime({ prompts: [chat] }), { ...identity, maxRequests: 1 });
      open.push(handler);
      const init = { method: 'POST', ...withProgress('chat', 1) };
      const response = await handler.fetch(new Request('http://localhost/', init));
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      let received = '';
      while (!received.includes('said all')) received += Buffer.from((await reader.read()).value ?? []).toString();
      await until(() => handler.isReady?.() === true);
      expect(received).toContain('half');
    });

    test('ends an unread web-standard stream after answerTimeoutMs', async () => {
      clock.fakeTimeouts();
      const chat = definePrompt({
        name: 'chat',
        render: (_, context) => {
          context.progress(1, 2, 'half');
          return 'said all';
        },
      });
      const handler = createHandler(new Runtime({ prompts: [chat] }), { ...identity, answerTimeoutMs: 200 });
      open.push(handler);
      const init = { method: 'POST', ...withProgress('chat', 1) };
      const response = await handler.fetch(new Request('http://localhost/', init));
      for (let at = 0; at < 5; at += 1) await turn(); // The prompt ends, and its result waits in the stream.
      clock.pass(200);
      await expect(response.text()).rejects.toThrow('The client took nothing of the stream for 200 ms');
    });
  });
}
