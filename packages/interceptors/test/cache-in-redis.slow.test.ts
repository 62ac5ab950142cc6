/** @slow needs Redis: kills and pauses it */
import { setTimeout as sleep } from 'node:timers/promises';
import { definePrompt, Runtime } from '@cuecard/core';
import { cache } from '@cuecard/interceptors';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createKeyv } from '@keyv/redis';
import type { Keyv } from 'keyv';
import { describeWithRedis, RedisServer } from './support/redis-server.ts';

describeWithRedis('cache with a Keyv in Redis', () => {
  let redis: RedisServer;
  let stores: Keyv[];
  let warnings: string[];

  beforeEach(async () => {
    [stores, warnings] = [[], []];
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    for (const store of stores) await store.disconnect();
    await redis.kill();
  });

  /**
   * Returns a function that gets the prompt from a runtime with its own connection, and reports the number of
   * renderings there.
   */
  function instance(name: string): (topic: string) => Promise<string> {
    const store = createKeyv({ url: redis.url, disableOfflineQueue: true }, { namespace: 'desk', throwOnErrors: true });
    stores.push(store);
    const logger = { error: () => {}, warn: (line: string) => void warnings.push(line) };
    let rendered = 0;
    const prompt = definePrompt({
      name: 'report',
      version: '1.0.0',
      args: [{ name: 'topic' }],
      render: ({ topic }) => `${String(topic)} by ${name}, ${++rendered}`,
    });
    const runtime = new Runtime({
      prompts: [prompt],
      interceptors: [cache({ scope: 'public', store, ttlMs: 60_000 })],
      logger,
    });
    return async (topic) => {
      const { messages } = await runtime.prompts.get({ name: 'report', arguments: { topic } });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join();
    };
  }

  /** Gets uncached prompts until another instance has their results. */
  async function untilShared(one: (topic: string) => Promise<string>, other: typeof one): Promise<void> {
    for (let round = 0; round < 200; round += 1) {
      const topic = `round ${round}`;
      if ((await one(topic)) === (await other(topic))) return;
      await sleep(50);
    }
    throw new Error('The instances share no answers');
  }

  test('cache() with Redis renders once for all instances, until the result expires', async () => {
    const [one, other] = [instance('one'), instance('other')];
    await untilShared(one, other);
    const answers = [await one('May'), await other('May'), await other('June'), await one('June')];
    const client = await redis.connect();
    const keys = await client.keys('*');
    const lifetimes = await Promise.all(keys.map((key) => client.pttl(key)));
    expect([answers[1], answers[3]]).toEqual([answers[0], answers[2]]);
    expect(lifetimes.every((lifetime) => lifetime > 0 && lifetime <= 60_000)).toBe(true);
  });

  test('cache() with Redis renders without Redis while Redis is down, and shares results again afterwards', async () => {
    const [one, other] = [instance('one'), instance('other')];
    await untilShared(one, other);
    warnings = [];
    const outages: unknown[] = [];
    for (const outage of ['first', 'second']) {
      await redis.kill();
      const start = performance.now();
      const answers = new Set<string>();
      for (let call = 0; call < 20; call += 1) answers.add(await one(outage));
      outages.push([answers.size, performance.now() - start < 1_000]);
      await redis.begin();
      await untilShared(one, other);
    }
    expect([outages, warnings[0]]).toEqual([
      [
        [20, true],
        [20, true],
      ],
      'The cache fails: prompts are rendered again',
    ]);
  });

  test('cache() with Redis waits only once for a Redis that does not reply', async () => {
    const [one, other] = [instance('one'), instance('other')];
    await untilShared(one, other);
    warnings = [];
    redis.pause();
    const start = performance.now();
    for (let call = 0; call < 20; call += 1) await one('May');
    const outage = [performance.now() - start < 2_000, [...warnings]];
    redis.resume();
    await untilShared(one, other);
    expect(outage).toEqual([true, ['The cache fails: prompts are rendered again']]);
  });
});
