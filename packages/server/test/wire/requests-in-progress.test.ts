import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { definePrompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';
import { requestOf } from './support/crowd.ts';
import { EventReader } from './support/event-reader.ts';
import { nextRequest } from './support/next-request.ts';
import { documentRequests, get, silent, start, streamRequests } from './support/prompt-requests.ts';
import { headers, type Json, post } from './support/raw.ts';
import { Traveller } from './support/trip.ts';
import { until } from './support/until.ts';

const open = closables();
const requests = { ...documentRequests, ...streamRequests };

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

describe('ServeHttpOptions.maxRequests', () => {
  describe.each(Object.entries(requests))('%s', (kind, promptRequest) => {
    const sessions = kind.includes('2026-07-28') ? [false] : [false, true];

    test.each(sessions)(
      'counts prompts of disconnected clients until they end, in a session: %s',
      async (inSession) => {
        const { prompts, release, working, most } = stubborn();
        const runtime = new Runtime({ prompts, logger: silent });
        const { url, hello, near } = await start(open, runtime, { maxRequests: 2 });
        const session = inSession ? await hello() : {};
        for (let id = 1; id <= 6; id += 1) {
          const leaving = new AbortController();
          const { body, headers: sent } = promptRequest('work', id);
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
      const { url, near } = await start(open, runtime, { maxRequests: 1 });
      const { body, headers: sent } = promptRequest('work', 1);
      await (await fetch(url, { method: 'POST', body, headers: sent })).text();
      expect([working(), await near()]).toEqual([1, 503]);
      release();
      await until(async () => (await near()) === 200);
      expect(working()).toBe(0);
    });
  });

  test('counts each prompt of a batch after its client has disconnected', async () => {
    const { prompts, release, working } = stubborn();
    const { url, hello, near } = await start(open, new Runtime({ prompts, logger: silent }), {
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
    const { url, hello, near } = await start(open, runtime, { maxRequests: 2 });
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
    const { url, near } = await start(open, new Runtime({ prompts, logger: silent }), {
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
    const { url, near } = await start(open, new Runtime({ prompts, logger: silent }), { maxRequests: 5 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const bytesOf = (message: Json) => requestOf(url, JSON.stringify(message), {});
    socket.write([get('work', 1), ...Array.from({ length: 4 }, (_, id) => get('near', id + 2))].map(bytesOf).join(''));
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
    const { url, near } = await start(open, runtime, { maxRequests: 3, answerTimeoutMs: 300 });
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
    const { url, hello, near } = await start(open, new Runtime({ prompts, logger: silent }), {
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
    const { url, hello, near } = await start(open, runtime, { maxRequests: 1 });
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
    const { url, hello } = await start(open, new Runtime({ prompts: [asking], logger: silent }), {});
    const session = await hello();
    for (let id = 1; id <= 32; id += 1) await (await EventReader.open(url, get('asking', id), session)).until(1);
    const { body } = await post(url, JSON.stringify(get('asking', 33)), session);
    expect([asks, JSON.stringify(body)]).toEqual([33, expect.stringContaining('the client failed to ask the user')]);
  });
});
