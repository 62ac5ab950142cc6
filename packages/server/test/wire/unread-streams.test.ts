import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { definePrompt, Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { fakeClock } from '../../../../build/jest/fake-time.ts';
import { closables } from '../support/closables.ts';
import { askUnread, chatty, identity, start, streamRequests, withProgress } from './support/prompt-requests.ts';
import { type Json, post } from './support/raw.ts';
import { until } from './support/until.ts';

const clock = fakeClock();
const open = closables();

describe('ServeHttpOptions.answerTimeoutMs', () => {
  describe.each(Object.entries(streamRequests))('when the client does not read %s', (_, promptRequest) => {
    test('disconnects it after answerTimeoutMs and stops counting', async () => {
      const { runtime, contexts } = chatty(1_500, 'x'.repeat(10_000));
      const { url, near } = await start(open, runtime, {
        maxRequests: 1,
        maxPendingBytes: Infinity,
        answerTimeoutMs: 300,
      });
      const socket = askUnread(url, promptRequest('chat', 1));
      await until(() => contexts.length === 1);
      expect(await near()).toBe(503);
      await until(async () => (await near()) === 200);
      socket.resume();
      if (!socket.destroyed) await once(socket, 'close');
    });
  });

  test.each(Object.entries(streamRequests))(
    'delivers all messages to a client that reads %s',
    async (_, promptRequest) => {
      const burst = definePrompt({
        name: 'burst',
        render: (_args, context) => {
          // Even a slow machine reads this within a second.
          for (let at = 1; at <= 16; at += 1) context.progress(at, 16, 'x'.repeat(100_000));
          return 'said all';
        },
      });
      const runtime = new Runtime({ prompts: [burst] });
      const { url } = await start(open, runtime, { maxPendingBytes: 10_000 });
      const { body, headers: sent } = promptRequest('burst', 1);
      const { body: events } = await post(url, body, sent);
      expect((events as Json[]).length).toBe(17);
    },
  );

  test('does not end a stream that is read slowly', async () => {
    const long = definePrompt({
      name: 'long',
      render: (_, context) => {
        context.progress(1);
        return 'x'.repeat(3_000_000);
      },
    });
    const { url } = await start(open, new Runtime({ prompts: [long] }), { answerTimeoutMs: 400 });
    const socket = askUnread(url, withProgress('long', 1));
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 20); // A slow client, because the test needs real time.
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
    await expect(response.text()).rejects.toThrow('The client did not read from the stream for 200 ms');
  });
});
