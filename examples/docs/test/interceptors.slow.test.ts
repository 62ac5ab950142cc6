/** @slow needs Redis: two runtimes share it, and it is killed */
import type { Runtime } from '@cuecard/core';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { container } from 'tsyringe';
import { describeWithRedis, RedisServer } from '../../../packages/interceptors/test/support/redis-server.ts';
import { answersAt, PackingList, redisAt, runtimeOf, sharedLimiter, travelPack } from '../dist/interceptors.js';

describeWithRedis('limits and answers in Redis', () => {
  let redis: RedisServer;
  let warnings: string[];
  let closings: (() => unknown)[];

  beforeEach(async () => {
    [warnings, closings, PackingList.rendered] = [[], [], 0];
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    for (const close of closings) await close();
    await redis.kill();
  });

  /** A function that gets the prompt from a runtime with its own connections, and returns an error code or `ok`. */
  async function instance(): Promise<() => Promise<unknown>> {
    const [client, store] = [redisAt(redis.url), answersAt(redis.url)];
    closings.push(
      () => client.destroy(),
      () => store.disconnect(),
    );
    await Promise.all([client.connect(), store.get('connected')]);
    const logger = { error: () => {}, info: () => {}, warn: (line: string) => void warnings.push(line) };
    const parts = { logger, limiter: sharedLimiter(client), travel: travelPack(store), reports: logger };
    const runtime: Runtime = runtimeOf(container.createChildContainer(), parts);
    return async () => {
      const outcome = runtime.prompts.get({ name: 'packing_list' }, { auth: { principal: 'alice', scopes: [] } });
      const code: unknown = await outcome.then(
        () => 'ok',
        (error: { readonly code: number }) => error.code,
      );
      await store.get('stored').catch(() => {}); // Redis replies in order: the answer is stored, too.
      return code;
    };
  }

  test('count and render once for two runtimes', async () => {
    const [one, other] = [await instance(), await instance()];
    const outcomes = [];
    for (let round = 0; round < 5; round += 1) outcomes.push(await one(), await other());
    expect([outcomes, PackingList.rendered]).toEqual([[...Array.from({ length: 8 }, () => 'ok'), 429, 429], 1]);
  });
});
