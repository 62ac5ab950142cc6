import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Call } from '@cuecard/core';
import { rateLimit } from '@cuecard/interceptors';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { alice, bob, internalError, refusal, review, runtimeWith, styleOf } from './support/runtime.ts';

const memory = (points: number) => new RateLimiterMemory({ points, duration: 60 });
const ok = 'no refusal';
const tooMany = {
  name: 'TooManyRequestsError',
  message: expect.stringMatching(/^Too many requests: try again in \d+ s$/),
  code: 429,
  data: { retryAfterMs: expect.any(Number) },
};

describe('rateLimit', () => {
  test('refuses calls over the limit, whatever they are, and says when to try again', async () => {
    const { runtime } = runtimeWith([rateLimit(memory(3))]);
    const calls = [
      runtime.prompts.get(review('x')),
      runtime.prompts.list(),
      runtime.complete(styleOf('s')),
      runtime.prompts.get(review('x')),
    ];
    const ends = await Promise.all(calls.map(refusal));
    expect(ends).toEqual([ok, ok, ok, tooMany]);
    const { retryAfterMs } = (ends[3] as { data: { retryAfterMs: number } }).data;
    expect(retryAfterMs > 50_000 && retryAfterMs <= 60_000).toBe(true);
  });

  test('serves again when the time is over', async () => {
    const { runtime } = runtimeWith([rateLimit(new RateLimiterMemory({ points: 1, duration: 1 }))]);
    const ends = [await refusal(runtime.prompts.list()), await refusal(runtime.prompts.list())];
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect([...ends, await refusal(runtime.prompts.list())]).toEqual([ok, tooMany, ok]);
  });

  test('by default allows 100 calls in 10 seconds, counted for each interceptor anew', async () => {
    const { runtime } = runtimeWith([rateLimit()]);
    const ends = await Promise.all(Array.from({ length: 101 }, () => refusal(runtime.prompts.list())));
    expect(ends.filter((end) => end === ok).length).toBe(100);
    expect(ends[100]).toEqual(tooMany);
    expect(await refusal(runtimeWith([rateLimit()]).runtime.prompts.list())).toBe(ok);
  });

  test('counts principals apart, then sessions, then clients, and none for another', async () => {
    const { runtime } = runtimeWith([rateLimit(memory(1))]);
    const callers = [
      alice,
      bob,
      { ...bob, sessionId: 'another' },
      { sessionId: 'alice' },
      { client: { revision: '2025-06-18', name: 'alice' } },
      { client: { revision: '2025-06-18', name: 'principal:alice' } },
      { client: { revision: '2025-06-18' } },
      {},
    ];
    const ends = [];
    for (const caller of callers) ends.push(await refusal(runtime.prompts.list({}, caller)));
    expect(ends).toEqual([ok, ok, tooMany, ok, ok, ok, ok, tooMany]);
  });

  test('counts by the key, and not where there is none', async () => {
    const key = ({ method, context }: Call) => (method === 'prompts/get' ? String(context.meta['tenant']) : undefined);
    const { runtime } = runtimeWith([rateLimit(memory(1), { key })]);
    const get = (tenant: string) => refusal(runtime.prompts.get(review('x'), { meta: { tenant } }));
    const lists = [await refusal(runtime.prompts.list()), await refusal(runtime.prompts.list())];
    expect([...lists, await get('a'), await get('b'), await get('a')]).toEqual([ok, ok, ok, ok, tooMany]);
  });

  test('takes any limiter of the library, such as one that allows bursts', async () => {
    const burst = new RateLimiterMemory({ keyPrefix: 'burst', points: 1, duration: 60 });
    const { runtime } = runtimeWith([rateLimit(new BurstyRateLimiter(memory(1), burst))]);
    const ends = [
      await refusal(runtime.prompts.list()),
      await refusal(runtime.prompts.list()),
      await refusal(runtime.prompts.list()),
    ];
    expect(ends).toEqual([ok, ok, tooMany]);
  });

  test('refuses when the limiter fails, and only the log says why', async () => {
    const { runtime, log } = runtimeWith([
      rateLimit({ consume: () => Promise.reject(new Error('redis://:hunter2@db')) }),
    ]);
    expect(await refusal(runtime.prompts.get(review('x')))).toEqual(internalError);
    expect(log.map(([, cause]) => cause)).toEqual([new Error('redis://:hunter2@db')]);
  });

  test('ends at the deadline when the limiter hangs', async () => {
    const { runtime } = runtimeWith([rateLimit({ consume: () => new Promise(() => {}) })], { limits: { listMs: 20 } });
    expect(await refusal(runtime.prompts.list())).toMatchObject({ name: 'TimeoutError' });
  });
});

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
const withRedis = isInstalled ? describe : describe.skip;

withRedis(`rateLimit with Redis${isInstalled ? '' : ' (skipped: redis-server is not installed)'}`, () => {
  let port: number;
  let server: ChildProcess;
  const open: Redis[] = [];

  beforeAll(async () => {
    port = await freePort();
    server = await startRedis(port);
  });
  afterAll(async () => {
    for (const client of open) await client.quit().catch(() => {});
    await stop(server);
  });

  const connect = (to = port) => {
    const client = new Redis(to, '127.0.0.1', {
      enableOfflineQueue: false,
      lazyConnect: true,
      retryStrategy: () => null,
    });
    client.on('error', () => {});
    open.push(client);
    return client;
  };

  test('counts for all processes together', async () => {
    const limiter = async () => {
      const storeClient = connect();
      await storeClient.connect();
      return new RateLimiterRedis({ storeClient, points: 2, duration: 60 });
    };
    const [one, other] = [await limiter(), await limiter()].map((each) => runtimeWith([rateLimit(each)]).runtime);
    const ends = [];
    for (const runtime of [one, other, one, other]) ends.push(await refusal(runtime!.prompts.list({}, alice)));
    expect([...ends, await refusal(one!.prompts.list({}, bob))]).toEqual([ok, ok, tooMany, tooMany, ok]);
  });

  test('refuses while Redis is down, or goes on with the insurance limiter where there is one', async () => {
    const down = await freePort();
    const mine = await startRedis(down);
    const storeClient = connect(down);
    await storeClient.connect();
    const options = { storeClient, points: 5, duration: 60 };
    const strict = runtimeWith([rateLimit(new RateLimiterRedis(options))]);
    const insured = runtimeWith([rateLimit(new RateLimiterRedis({ ...options, insuranceLimiter: memory(1) }))]);
    expect([await refusal(strict.runtime.prompts.list()), await refusal(insured.runtime.prompts.list())]).toEqual([
      ok,
      ok,
    ]);
    const closed = once(storeClient, 'end');
    await stop(mine);
    await closed;
    expect(await refusal(strict.runtime.prompts.list())).toEqual(internalError);
    expect([await refusal(insured.runtime.prompts.list()), await refusal(insured.runtime.prompts.list())]).toEqual([
      ok,
      tooMany,
    ]);
    expect(strict.log.length).toBe(1);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function startRedis(port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const chunk of server.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
