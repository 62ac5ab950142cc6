/** @slow needs Redis: counts in one Redis process, and kills another */
import { once } from 'node:events';
import { rateLimit } from '@cuecard/interceptors';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { memory, ok, tooMany } from './support/rate-limit.ts';
import { describeWithRedis, RedisServer } from './support/redis-server.ts';
import { alice, bob, internalError, refusal, runtimeWith } from './support/runtime.ts';

describeWithRedis('rateLimit with Redis', () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.kill());

  test('rateLimit() with Redis counts the calls of all runtimes together', async () => {
    const limiter = async () => new RateLimiterRedis({ storeClient: await server.connect(), points: 2, duration: 60 });
    const [one, other] = [await limiter(), await limiter()].map((each) => runtimeWith([rateLimit(each)]).runtime);
    const ends = [];
    for (const runtime of [one, other, one, other]) ends.push(await refusal(runtime!.prompts.list({}, alice)));
    expect([...ends, await refusal(one!.prompts.list({}, bob))]).toEqual([ok, ok, tooMany, tooMany, ok]);
  });

  test('rateLimit() with Redis rejects calls while Redis is down, unless there is an insurance limiter', async () => {
    const killed = await RedisServer.start();
    const storeClient = await killed.connect();
    const options = { storeClient, points: 5, duration: 60 };
    const strict = runtimeWith([rateLimit(new RateLimiterRedis(options))]);
    const insured = runtimeWith([rateLimit(new RateLimiterRedis({ ...options, insuranceLimiter: memory(1) }))]);
    expect([await refusal(strict.runtime.prompts.list()), await refusal(insured.runtime.prompts.list())]).toEqual([
      ok,
      ok,
    ]);
    const closed = once(storeClient, 'end');
    await killed.kill();
    await closed;
    expect(await refusal(strict.runtime.prompts.list())).toEqual(internalError);
    expect([await refusal(insured.runtime.prompts.list()), await refusal(insured.runtime.prompts.list())]).toEqual([
      ok,
      tooMany,
    ]);
    expect(strict.log.length).toBe(1);
  });
});
