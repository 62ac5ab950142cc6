/** @slow needs Redis */
import { definePrompt, type Logger, Runtime } from '@cuecard/core';
import { cached } from '@cuecard/interceptors';
import { RedisAnswers, redisAnswers } from '@cuecard/redis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { describeWithRedis, REDIS, RedisServer } from './support/redis-server.ts';

let server: RedisServer;
let stores: RedisAnswers[];
let warnings: string[];
const logger: Logger = { error: () => {}, warn: (line) => void warnings.push(line) };

/** An instance of a service, and how often it has rendered the prompt. */
function instance(options: { readonly version?: string; readonly maxBytes?: number } = { version: '1.0.0' }) {
  const store = redisAnswers({ client: server.client(), logger, ...options });
  stores.push(store);
  const seen = { rendered: 0 };
  const prompt = definePrompt({
    name: 'report',
    ...(options.version !== undefined && { version: options.version }),
    args: [{ name: 'of', required: false }],
    render: ({ of }) => `Report of ${String(of)}, written ${++seen.rendered} times`,
  });
  const interceptors = [cached({ scope: 'public', store, ttlMs: 60_000 })];
  const runtime = new Runtime({ prompts: [prompt], interceptors, logger });
  const get = async (of: string) => {
    const { messages } = await runtime.prompts.get({ name: 'report', arguments: { of } });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join();
  };
  return { get, seen };
}

describeWithRedis(`answers in ${REDIS}`, () => {
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    [stores, warnings] = [[], []];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await server.send('FLUSHALL');
  });

  test('are made once for all instances, by their arguments', async () => {
    const [one, other] = [instance(), instance()];
    const answers = [await one.get('May'), await other.get('May'), await other.get('June'), await one.get('June')];
    expect([answers, one.seen.rendered, other.seen.rendered]).toEqual([
      [
        'Report of May, written 1 times',
        'Report of May, written 1 times',
        'Report of June, written 1 times',
        'Report of June, written 1 times',
      ],
      1,
      1,
    ]);
  });

  test('belong to a version', async () => {
    const [one, other] = [instance({ version: '1.0.0' }), instance({ version: '2.0.0' })];
    await one.get('May');
    await other.get('May');
    expect([one.seen.rendered, other.seen.rendered]).toEqual([1, 1]);
  });

  test('of prompts without a version stay in their process: its code may differ from that of others', async () => {
    const [one, other] = [instance({}), instance({})];
    for (const each of [one, one, other]) await each.get('May');
    expect([one.seen.rendered, other.seen.rendered, await server.send('DBSIZE')]).toEqual([1, 1, 0]);
  });

  test('end after their time, and are not kept if they are too large', async () => {
    await instance().get('May');
    const [key] = (await server.send('KEYS', '*')) as string[];
    const left = Number(await server.send('PTTL', key ?? ''));
    await instance({ version: '3.0.0', maxBytes: 20 }).get('May');
    expect([left > 0 && left <= 60_000, await server.send('DBSIZE')]).toEqual([true, 1]);
  });

  test('that somebody has broken are made anew', async () => {
    const { get, seen } = instance();
    await get('May');
    for (const broken of ['{', '{}', '5']) {
      const [key] = (await server.send('KEYS', '*')) as string[];
      await server.send('SET', key ?? '', broken);
      await get('May');
    }
    expect(seen.rendered).toBe(4);
  });

  test('are made anew while Redis is away, which is said once', async () => {
    const { get, seen } = instance();
    await get('May');
    await server.kill();
    const start = performance.now();
    for (let at = 0; at < 20; at += 1) await get('May');
    const isQuick = performance.now() - start < 1_000;
    await server.begin();
    expect([seen.rendered, isQuick, warnings]).toEqual([21, true, ['Redis cannot be reached: answers are made anew']]);
  });

  test('for one principal alone are shared with no store', () => {
    const store = redisAnswers({ client: server.client(), logger });
    stores.push(store);
    expect(() => cached({ store })).toThrow(
      "cached shares private answers with no store: give scope: 'public', or leave the store out",
    );
  });
});
