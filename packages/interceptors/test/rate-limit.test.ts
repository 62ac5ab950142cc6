import type { Call } from '@cuecard/core';
import { rateLimit } from '@cuecard/interceptors';
import { describe, expect, jest, test } from '@jest/globals';
import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible';
import { memory, ok, tooMany } from './support/rate-limit.ts';
import { alice, bob, internalError, refusal, review, runtimeWith, styleOf } from './support/runtime.ts';

describe('rateLimit', () => {
  test('rejects calls over the limit with retryAfterMs', async () => {
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

  test('allows calls again after the duration', async () => {
    jest.useFakeTimers();
    const { runtime } = runtimeWith([rateLimit(new RateLimiterMemory({ points: 1, duration: 1 }))]);
    const ends = [await refusal(runtime.prompts.list()), await refusal(runtime.prompts.list())];
    await jest.advanceTimersByTimeAsync(1_050);
    expect([...ends, await refusal(runtime.prompts.list())]).toEqual([ok, tooMany, ok]);
    jest.useRealTimers();
  });

  test('allows 100 calls in 10 seconds by default, per interceptor', async () => {
    const { runtime } = runtimeWith([rateLimit()]);
    const ends = await Promise.all(Array.from({ length: 101 }, () => refusal(runtime.prompts.list())));
    expect(ends.filter((end) => end === ok).length).toBe(100);
    expect(ends[100]).toEqual(tooMany);
    expect(await refusal(runtimeWith([rateLimit()]).runtime.prompts.list())).toBe(ok);
  });

  test('counts calls per principal, otherwise per session, otherwise per client', async () => {
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

  test('counts calls per key, and does not limit calls without a key', async () => {
    const key = ({ method, context }: Call) => (method === 'prompts/get' ? String(context.meta['tenant']) : undefined);
    const { runtime } = runtimeWith([rateLimit(memory(1), { key })]);
    const get = (tenant: string) => refusal(runtime.prompts.get(review('x'), { meta: { tenant } }));
    const lists = [await refusal(runtime.prompts.list()), await refusal(runtime.prompts.list())];
    expect([...lists, await get('a'), await get('b'), await get('a')]).toEqual([ok, ok, ok, ok, tooMany]);
  });

  test('accepts any limiter of rate-limiter-flexible', async () => {
    const burst = new RateLimiterMemory({ keyPrefix: 'burst', points: 1, duration: 60 });
    const { runtime } = runtimeWith([rateLimit(new BurstyRateLimiter(memory(1), burst))]);
    const ends = [
      await refusal(runtime.prompts.list()),
      await refusal(runtime.prompts.list()),
      await refusal(runtime.prompts.list()),
    ];
    expect(ends).toEqual([ok, ok, tooMany]);
  });

  test('rejects calls if the limiter fails, and logs no details of the failure', async () => {
    const { runtime, log } = runtimeWith([
      rateLimit({ consume: () => Promise.reject(new Error('redis://:hunter2@db')) }),
    ]);
    expect(await refusal(runtime.prompts.get(review('x')))).toEqual(internalError);
    expect(log.map(([, cause]) => cause)).toEqual([new Error('The rate limiter failed')]);
  });

  test('lets the call time out if the limiter hangs', async () => {
    const { runtime } = runtimeWith([rateLimit({ consume: () => new Promise(() => {}) })], { limits: { listMs: 20 } });
    expect(await refusal(runtime.prompts.list())).toMatchObject({ name: 'TimeoutError' });
  });
});
