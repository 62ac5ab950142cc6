import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerAwaitedError, definePrompt, RequestError, type RequestContext, Runtime } from '@cuecard/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from '@jest/globals';
import { closables } from '../../transports/test/support/closables.ts';
import { Held } from '../../transports/test/support/held.ts';
import type { LoggedCall } from '../build/api.js';
import { CallLog } from '../build/log/call-log.js';
import { adapters } from './support/adapters.ts';
import { eventually } from './support/eventually.ts';
import { servedPage, type ServedPage } from './support/served-page.ts';

const open = closables();

const runtime = new Runtime({
  prompts: [
    definePrompt({ name: 'hello', render: () => 'Hello' }),
    definePrompt({
      name: 'failing',
      render: () => {
        throw new Error('secret');
      },
    }),
    definePrompt({
      name: 'busy',
      render: () => {
        throw new RequestError('Come back later', { code: 7, data: { seconds: 5 } });
      },
    }),
    definePrompt({
      name: 'slow',
      render: async (_args: object, { signal }: RequestContext) => sleep(10_000, 'Late', { signal }),
    }),
    definePrompt({ name: 'large', render: () => 'x'.repeat(300_000) }),
  ],
  logger: { error: () => {}, warn: () => {} },
});

async function connected({ endpoint }: ServedPage) {
  const client = new Client({ name: 'official', version: '2.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)));
  open.push(client);
  return client;
}

const callsOf = ({ get }: ServedPage) => get<LoggedCall[]>('calls');

/** Without what differs from one run to the next. */
const plain = ({ id: _id, at: _at, ms: _ms, params: _params, client: _client, ...call }: LoggedCall) => call;

test.each(adapters)(
  'the log of %s has the calls of an official client, with what it was answered',
  async (name, serve) => {
    const page = await servedPage(runtime, open, { serve });
    const client = await connected(page);
    await client.listPrompts();
    await client.getPrompt({ name: 'hello' });
    await expect(client.getPrompt({ name: 'failing' })).rejects.toThrow('Internal error');
    await expect(client.getPrompt({ name: 'busy' })).rejects.toThrow('Come back later');
    const calls = await callsOf(page);
    const hello = { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] };
    const busy = { code: 7, message: 'Come back later', data: { seconds: 5 } };
    const failed = { code: -32603, message: 'Internal error', data: { id: expect.stringMatching(/^[\da-f-]{36}$/) } };
    expect(calls.map(plain)).toEqual([
      {
        method: 'prompts/list',
        result: expect.objectContaining({ prompts: expect.any(Array) }),
        bytes: expect.any(Number),
      },
      { method: 'prompts/get', result: hello, bytes: Buffer.byteLength(JSON.stringify(hello)) },
      { method: 'prompts/get', error: failed, bytes: expect.any(Number) },
      { method: 'prompts/get', error: busy, bytes: Buffer.byteLength(JSON.stringify(busy)) },
    ]);
    expect(calls.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(calls[1]?.params).toMatchObject({ name: 'hello' });
    const revision = name === 'mcp-sdk' ? '2025-11-25' : '2026-07-28';
    expect(calls[1]?.client).toEqual({ name: 'official', version: '2.0.0', revision });
    expect(calls.every(({ at, ms }) => Math.abs(Date.now() - at) < 10_000 && ms! >= 0 && ms! < 10_000)).toBe(true);
    expect(JSON.stringify(calls)).not.toContain('secret');
  },
);

test.each(adapters)('%s shows a call under way, and that its client has cancelled it', async (_name, serve) => {
  const page = await servedPage(runtime, open, { serve });
  const client = await connected(page);
  const cancelling = new AbortController();
  const asked = client.getPrompt({ name: 'slow' }, { signal: cancelling.signal });
  asked.catch(() => {});
  await expect(
    eventually(
      () => callsOf(page),
      (calls) => calls.length === 1,
    ),
  ).resolves.toEqual([expect.not.objectContaining({ ms: expect.anything() })]);
  cancelling.abort();
  await expect(asked).rejects.toThrow('abort');
  const [call] = await eventually(
    () => callsOf(page),
    ([first]) => first?.ms !== undefined,
  );
  expect(plain(call!)).toEqual({ method: 'prompts/get', isCancelled: true });
});

test('what is large is measured, but not kept', async () => {
  const page = await servedPage(runtime, open);
  const client = await connected(page);
  await client.getPrompt({ name: 'large' });
  await client.getPrompt({ name: 'hello', arguments: { unknown: 'y'.repeat(300_000) } }).catch(() => {});
  const [large, refused] = await callsOf(page);
  expect(plain(large!)).toEqual({ method: 'prompts/get', bytes: expect.any(Number) });
  expect(large!.bytes).toBeGreaterThan(300_000);
  expect([refused!.params, refused!.error?.code]).toEqual([undefined, -32602]);
});

test('the last five hundred calls are kept', async () => {
  const page = await servedPage(runtime, open);
  const { answer } = page.playground.served.methods.get('prompts/get')!;
  for (let count = 0; count < 1_200; count += 1) await answer({ name: 'hello' });
  const ids = (await callsOf(page)).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 500 }, (_each, at) => at + 701));
});

test('the log keeps to 32 MiB, however large its calls', async () => {
  const big = new Runtime({ prompts: [definePrompt({ name: 'big', render: () => 'x'.repeat(200_000) })] });
  const page = await servedPage(big, open);
  const { answer } = page.playground.served.methods.get('prompts/get')!;
  for (let count = 0; count < 300; count += 1) await answer({ name: 'big' });
  const calls = await callsOf(page);
  expect(calls.length).toBeGreaterThan(150);
  expect(JSON.stringify(calls).length).toBeLessThan(32 * 1024 * 1024);
  expect(calls.at(-1)?.id).toBe(300);
});

test('a question to the user is no failure', async () => {
  const log = new CallLog(() => {});
  const answer = () => Promise.reject(new AnswerAwaitedError());
  await log.note({ method: 'prompts/get', params: {}, call: undefined }, answer).catch(() => {});
  const calls = JSON.parse(log.json) as LoggedCall[];
  expect(calls.map(plain)).toEqual([{ method: 'prompts/get', isAsking: true }]);
  log.close();
});

test('a call leaves nothing of its request behind', async () => {
  const log = new CallLog(() => {});
  const held = new Held();
  const call = async (answer: () => Promise<object>) => {
    const context = held.watch({ signal: new AbortController().signal, client: { revision: '2025-11-25' } });
    await log
      .note({ method: 'prompts/get', params: held.watch({ name: 'x' }), call: context }, answer)
      .catch(() => undefined);
  };
  await call(() => Promise.resolve(held.watch({ messages: [] })));
  await call(() => Promise.reject(held.watch(Object.assign(new Error('x'), { code: 1, context: {} }))));
  await sleep(100);
  expect(await held.counts()).toEqual({ all: 6, held: 0 });
  expect((JSON.parse(log.json) as LoggedCall[]).map(({ id }) => id)).toEqual([1, 2]);
  log.close();
});
