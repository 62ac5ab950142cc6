import { definePrompt, type Logger } from '@cuecard/core';
import { type CacheStore, cache, type CacheOptions } from '@cuecard/interceptors';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Keyv } from 'keyv';
import { elapse, useFakeTime } from '../../../build/jest/fake-time.ts';
import { runtimeWith, said } from './support/runtime.ts';

const WARNING = 'The cache fails: prompts are rendered again';

let rendered: number;

/** Returns a function that gets a prompt from a runtime. The text counts the renderings of all runtimes. */
function instance(options: CacheOptions, version = '1.0.0'): () => Promise<string> {
  const prompt = definePrompt({
    name: 'count',
    ...(version !== '' && { version }),
    render: () => String(++rendered),
  });
  const { runtime } = runtimeWith([cache({ scope: 'public', ...options })], { prompts: [prompt], logger });
  return async () => {
    const { messages } = await runtime.prompts.get({ name: 'count' });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join();
  };
}

/** A store that keeps nothing, and records the names of its operations. */
function emptyStore(changes: Partial<CacheStore> = {}) {
  const operations: string[] = [];
  const record = (name: keyof CacheStore) => (key: string, answer?: string, ttlMs?: number) => {
    operations.push(name);
    return changes[name]?.(key, answer ?? '', ttlMs ?? 0) ?? Promise.resolve();
  };
  return { operations, store: { get: record('get'), set: record('set'), delete: record('delete') } };
}

let warnings: unknown[][];
const logger: Logger = { error: () => {}, warn: (...line) => void warnings.push(line) };

useFakeTime();
beforeEach(() => {
  [rendered, warnings] = [0, []];
});

describe('cache with a store', () => {
  test('renders once for all instances that share a Keyv', async () => {
    const store = new Keyv();
    const [one, other] = [instance({ store }), instance({ store })];
    expect([await one(), await one(), await other()]).toEqual(['1', '1', '1']);
    await elapse(60_001);
    expect([await other(), await one()]).toEqual(['2', '2']);
  });

  test('does not share results between versions, or results of prompts without a version', async () => {
    const entries = new Map<string, unknown>();
    const store = new Keyv({ store: entries });
    const instances = [
      instance({ store }),
      instance({ store }, '2.0.0'),
      instance({ store }, ''),
      instance({ store }, ''),
    ];
    const answers = [];
    for (const get of instances) answers.push(await get(), await get());
    expect([answers, entries.size]).toEqual([['1', '1', '2', '2', '3', '3', '4', '4'], 2]);
  });

  test('shares a result with more messages than the runtime allows by default', async () => {
    const many = definePrompt({
      name: 'many',
      version: '1.0.0',
      render: () => [String(++rendered), ...'x'.repeat(1_000)],
    });
    const options = { prompts: [many], limits: { messages: 2_000 } };
    const interceptors = [cache({ scope: 'public', store: new Keyv() })];
    const runtimes = [runtimeWith(interceptors, options).runtime, runtimeWith(interceptors, options).runtime];
    for (const runtime of runtimes) await runtime.prompts.get({ name: 'many' });
    expect(rendered).toBe(1);
  });

  test('rejects a store unless the scope is public', () => {
    expect(() => cache({ store: new Keyv() })).toThrow(
      new TypeError(
        "cache cannot keep private results in a shared store: set scope: 'public', or remove the option store",
      ),
    );
  });

  test('stores the result as JSON for ttlMs', async () => {
    const sets: unknown[] = [];
    const { store } = emptyStore({ set: async (_, answer, ttlMs) => sets.push(JSON.parse(answer), ttlMs) });
    await instance({ store, ttlMs: 5_000 })();
    expect(sets).toEqual([{ messages: [said('1')], _meta: { 'dev.cuecard/version': '1.0.0' } }, 5_000]);
  });

  test.each([
    '{',
    '{}',
    5,
    '{"messages":[1]}',
    '{"messages":[{"role":"system","content":{"type":"text","text":""}}]}',
    '{"messages":[],"_meta":"x"}',
  ])('deletes and replaces the invalid entry %j', async (entry) => {
    const { store, operations } = emptyStore({ get: async () => entry });
    await instance({ store })();
    expect([operations, warnings]).toEqual([['get', 'delete', 'set'], []]);
  });

  test('does not wait for the store to write a result', async () => {
    const { store } = emptyStore({ set: () => new Promise(() => {}) });
    expect(await instance({ store })()).toBe('1');
  });

  const away = new Error('away');
  test.each([
    ['rejects', () => Promise.reject(away)],
    [
      'throws',
      () => {
        throw away;
      },
    ],
  ])('renders if the store %s, and retries the store after a second', async (_, fail) => {
    const { store, operations } = emptyStore({ get: fail, set: fail, delete: fail });
    const get = instance({ store });
    const answers = [await get(), await get()];
    await elapse(999);
    answers.push(await get());
    const early = [...operations];
    await elapse(1);
    answers.push(await get());
    expect([answers, early, operations]).toEqual([['1', '2', '3', '4'], ['get'], ['get', 'get']]);
    expect(warnings).toEqual([[WARNING, 'Error: away']]);
  });

  test('renders after 200 ms if the store does not reply', async () => {
    const { store, operations } = emptyStore({ get: () => new Promise(() => {}) });
    const get = instance({ store });
    const answers: string[] = [];
    void get().then((answer) => answers.push(answer));
    await elapse(199);
    const early = [...answers];
    await elapse(1);
    answers.push(await get());
    expect([early, answers, operations]).toEqual([[], ['1', '2'], ['get']]);
    expect(warnings).toEqual([[WARNING, 'Error: The store did not reply within 200 ms']]);
  });

  test('warns once while every write fails, without an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const { store, operations } = emptyStore({ set: () => Promise.reject(away) });
    const get = instance({ store });
    for (let call = 0; call < 3; call += 1) {
      await get();
      await elapse(1_000);
    }
    process.off('unhandledRejection', note);
    expect([operations, warnings, unhandled]).toEqual([
      ['get', 'set', 'get', 'set', 'get', 'set'],
      [[WARNING, 'Error: away']],
      [],
    ]);
  });

  test('warns about two failures of the store if a success lies between', async () => {
    let isAway = true;
    const { store } = emptyStore({ get: async () => (isAway ? Promise.reject(away) : undefined) });
    const get = instance({ store });
    for (const state of [true, false, true]) {
      isAway = state;
      await get();
      await elapse(5_000);
    }
    expect(warnings).toEqual([
      [WARNING, 'Error: away'],
      [WARNING, 'Error: away'],
    ]);
  });
});
