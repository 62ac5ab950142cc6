import { setTimeout as sleep } from 'node:timers/promises';
import { ElicitationPendingError, definePrompt, RequestError, type RequestContext, Runtime } from '@cuecard/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../../../server/test/support/closables.ts';
import type { LoggedCall } from '../../build/playground/api.js';
import { CallLog } from '../../build/playground/log/call-log.js';
import { until } from '../support/until.ts';
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

/** Returns a call without the values that vary between runs. */
const plain = ({ id: _id, at: _at, ms: _ms, params: _params, client: _client, ...call }: LoggedCall) => call;

describe('CallLog', () => {
  test('lists the calls of an official client with their results', async () => {
    const page = await servedPage(runtime, open);
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
    expect(calls[1]?.client).toEqual({ name: 'official', version: '2.0.0', revision: '2026-07-28' });
    expect(calls.every(({ at, ms }) => Math.abs(Date.now() - at) < 10_000 && ms! >= 0 && ms! < 10_000)).toBe(true);
    expect(JSON.stringify(calls)).not.toContain('secret');
  });

  test('shows a pending call and its cancellation', async () => {
    const page = await servedPage(runtime, open);
    const client = await connected(page);
    const cancelling = new AbortController();
    const pending = client.getPrompt({ name: 'slow' }, { signal: cancelling.signal });
    pending.catch(() => {});
    await until(async () => (await callsOf(page)).length === 1);
    expect(await callsOf(page)).toEqual([expect.not.objectContaining({ ms: expect.anything() })]);
    cancelling.abort();
    await expect(pending).rejects.toThrow('abort');
    await until(async () => (await callsOf(page))[0]?.ms !== undefined);
    const [call] = await callsOf(page);
    expect(plain(call!)).toEqual({ method: 'prompts/get', isCancelled: true });
  });

  test('measures large parameters and results without keeping them', async () => {
    const page = await servedPage(runtime, open);
    const client = await connected(page);
    await client.getPrompt({ name: 'large' });
    await client.getPrompt({ name: 'hello', arguments: { unknown: 'y'.repeat(300_000) } }).catch(() => {});
    const [large, refused] = await callsOf(page);
    expect(plain(large!)).toEqual({ method: 'prompts/get', bytes: expect.any(Number) });
    expect(large!.bytes).toBeGreaterThan(300_000);
    expect([refused!.params, refused!.error?.code]).toEqual([undefined, -32602]);
  });

  test('keeps the last five hundred calls', async () => {
    const page = await servedPage(runtime, open);
    const { answer } = page.playground.served.methods.get('prompts/get')!;
    for (let count = 0; count < 1_200; count += 1) await answer({ name: 'hello' });
    const ids = (await callsOf(page)).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 500 }, (_each, at) => at + 701));
  });

  test('keeps at most 32 MiB of calls', async () => {
    const log = new CallLog(() => {});
    const result = { text: 'x'.repeat(200_000) };
    const request = { method: 'prompts/get', params: { name: 'big' }, call: undefined };
    for (let count = 0; count < 200; count += 1) await log.note(request, () => Promise.resolve(result));
    const { json } = log;
    const ids = (JSON.parse(json) as LoggedCall[]).map(({ id }) => id);
    log.close();
    expect(json.length).toBeLessThan(32 * 1024 * 1024);
    expect(ids.length).toBeGreaterThan(150);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_each, at) => 200 - ids.length + at + 1));
  });

  test('marks a call that waits for the user', async () => {
    const log = new CallLog(() => {});
    const answer = () => Promise.reject(new ElicitationPendingError());
    await log.note({ method: 'prompts/get', params: {}, call: undefined }, answer).catch(() => {});
    const calls = JSON.parse(log.json) as LoggedCall[];
    expect(calls.map(plain)).toEqual([{ method: 'prompts/get', isAsking: true }]);
    log.close();
  });
});
