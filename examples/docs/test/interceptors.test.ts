import type { CallRecord } from '@cuecard/interceptors';
import { connect } from '@cuecard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { container } from 'tsyringe';
import {
  answersAt,
  AuditTrail,
  redisAt,
  runtimeOf,
  sharedLimiter,
  travelPack,
  WhatToWear,
} from '../dist/interceptors.js';
import { textsOf } from './support/results.ts';

/** Nothing listens at this address: the limiter and the cache must work without Redis. */
const REDIS = 'redis://127.0.0.1:1';

describe('runtimeOf', () => {
  const [redis, store] = [redisAt(REDIS), answersAt(REDIS)];
  const warnings: string[] = [];
  const records: CallRecord[] = [];
  const record = (call: CallRecord) => void records.push(call);
  const parts = { logger: { info: record, error: record }, limiter: sharedLimiter(redis), travel: travelPack(store) };
  const reports = { error: () => {}, warn: (line: string) => void warnings.push(line) };
  // The global container keeps its singletons for other test files of the process.
  const trail = new AuditTrail();
  const services = container.createChildContainer().registerInstance(AuditTrail, trail);
  const runtime = runtimeOf(services, { ...parts, reports });
  const connectAs = (name: string) => connect(runtime, { client: { name } });

  beforeAll(() => void redis.connect().catch(() => {})); // `destroy` ends it.
  beforeEach(() => void records.splice(0));
  afterAll(async () => {
    redis.destroy();
    await store.disconnect();
  });

  test('caches, appends, audits and logs a prompt', async () => {
    const client = await connectAs('story');
    for (let call = 0; call < 2; call += 1)
      expect(textsOf(await client.getPrompt({ name: 'what_to_wear', arguments: { town: 'Ghent' } }))).toEqual([
        'In Ghent rain is expected. What should I wear?',
        'Answer in plain English, in short sentences.',
      ]);
    expect(WhatToWear.asked).toBe(1);
    expect(trail.entries).toEqual(['story got what_to_wear', 'story got what_to_wear']);
    expect(records).toMatchObject(
      Array.from({ length: 2 }, () => ({
        method: 'prompts/get',
        prompt: 'what_to_wear',
        client: 'story',
        arguments: { town: '5 characters' },
        outcome: 'ok',
      })),
    );
    await client.close();
  });

  test('rejects and logs long arguments', async () => {
    const client = await connectAs('verbose');
    await expect(client.getPrompt({ name: 'what_to_wear', arguments: { town: 'x'.repeat(61) } })).rejects.toThrow(
      'town must be at most 60 characters long',
    );
    expect(records).toMatchObject([{ outcome: -32602 }]);
    await client.close();
  });

  test('lists a prompt only for its team', async () => {
    const [payroll, other] = [await connectAs('payroll-desk'), await connectAs('other')];
    expect((await payroll.listPrompts()).prompts.map(({ name }) => name)).toContain('payslip');
    expect((await other.listPrompts()).prompts.map(({ name }) => name)).toEqual(['packing_list', 'what_to_wear']);
    expect(textsOf(await payroll.getPrompt({ name: 'payslip' }))).toEqual(['Explain this payslip, line by line.']);
    await expect(other.getPrompt({ name: 'payslip' })).rejects.toMatchObject({ code: -32602 });
    await payroll.close();
    await other.close();
  });

  test('renders and warns once while Redis cannot be reached', async () => {
    const client = await connectAs('traveller');
    for (let call = 0; call < 2; call += 1) await client.getPrompt({ name: 'packing_list' });
    expect(warnings).toEqual(['The cache fails: prompts are rendered again']);
    await client.close();
  });

  test('rejects a caller above the rate, without Redis', async () => {
    const client = await connectAs('eager');
    const lists = await Promise.allSettled(Array.from({ length: 9 }, () => client.listPrompts()));
    const rejected = lists.flatMap((list) =>
      list.status === 'rejected' ? [(list.reason as { code: number }).code] : [],
    );
    expect(rejected).toEqual([429]);
    await client.close();
  });
});
