import {
  Arg,
  type CallOptions,
  type DataPrompt,
  definePrompt,
  type Interceptor,
  onGetPrompt,
  Prompt,
  RequestError,
  type PromptHandler,
  Registry,
} from '@cuecard/core';
import { cache, type CacheOptions } from '@cuecard/interceptors';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { alice, bob, refusal, runtimeWith, said } from './support/runtime.ts';

/** Creates a prompt whose text counts its renderings. */
function counting(changes: Partial<DataPrompt<Readonly<Record<string, unknown>>>> = {}) {
  const seen = { rendered: 0 };
  const prompt = definePrompt({
    name: 'count',
    args: [
      { name: 'a', required: false },
      { name: 'b', required: false },
    ],
    render: ({ a, b }) => `${++seen.rendered} ${String(a)} ${String(b)}`,
    ...changes,
  });
  return { seen, prompt };
}

function arrange(options: CacheOptions = {}, changes: Parameters<typeof counting>[0] = {}) {
  const { seen, prompt } = counting(changes);
  const interceptor = cache(options);
  const { runtime, log } = runtimeWith([interceptor], { prompts: [prompt] });
  const get = async (args: Record<string, string> = {}, call: CallOptions = alice) => {
    const { messages } = await runtime.prompts.get({ name: 'count', arguments: args }, call);
    return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join();
  };
  return { seen, cache: interceptor, runtime, log, get, prompt };
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('cache', () => {
  test('renders once for the same arguments in any order', async () => {
    const { get } = arrange();
    const answers = [await get({ a: '1', b: '2' }), await get({ b: '2', a: '1' }), await get({ a: '2', b: '1' })];
    expect(answers).toEqual(['1 1 2', '1 1 2', '2 2 1']);
  });

  test('keeps a separate result for each combination of arguments', async () => {
    const { get } = arrange();
    const texts = [
      undefined,
      'a',
      'b',
      ',',
      '"',
      '","b","',
      '\\',
      '\ud800',
      '\ud801',
      '\ufffd',
      '\0',
      '1',
      'true',
      'null',
    ];
    const combinations = texts.flatMap((a) =>
      texts.map((b) => ({ ...(a !== undefined && { a }), ...(b !== undefined && { b }) })),
    );
    for (const args of [...combinations, ...combinations]) {
      const answer = (await get(args)).replace(/^\d+ /, '');
      expect(answer).toBe(`${args.a} ${args.b}`);
    }
  });

  test('returns copies, so that changes do not affect later results', async () => {
    const spoil = onGetPrompt(async (_, next) => {
      const answer = await next();
      answer.messages[0]!.content = {
        type: 'text',
        text: `${(answer.messages[0]!.content as { text: string }).text}!`,
      };
      return answer;
    });
    const { prompt } = counting();
    const { runtime } = runtimeWith([spoil, cache()], { prompts: [prompt] });
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await runtime.prompts.get({ name: 'count' }, alice));
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ messages: [said('1 undefined undefined!')] })));
  });

  test('separates results by principal and set of scopes', async () => {
    const { get } = arrange();
    const reading = { auth: { principal: 'alice', scopes: ['read', 'write'] } };
    const callers = [alice, bob, reading, { auth: { principal: 'alice', scopes: ['write', 'read'] } }, alice];
    const answers = [];
    for (const caller of callers) answers.push((await get({}, caller))[0]);
    expect(answers).toEqual(['1', '2', '3', '3', '1']);
  });

  test('shares results between sessions of a principal, but not between anonymous sessions', async () => {
    const { get } = arrange();
    const callers = [
      { ...alice, sessionId: '1' },
      { ...alice, sessionId: '2' },
      { sessionId: '1' },
      { sessionId: '2' },
      { sessionId: '1' },
      { sessionId: 'alice' },
    ];
    const answers = [];
    for (const caller of callers) answers.push((await get({}, caller))[0]);
    expect(answers).toEqual(['1', '1', '2', '3', '2', '4']);
  });

  test('does not cache for anonymous callers unless scope is public', async () => {
    const { get } = arrange();
    expect([await get({}, {}), await get({}, {})].map((each) => each[0])).toEqual(['1', '2']);
    const open = arrange({ scope: 'public' });
    const answers = [await open.get({}, {}), await open.get({}, alice), await open.get({}, { sessionId: '1' })];
    expect(answers.map((each) => each[0])).toEqual(['1', '1', '1']);
  });

  test('separates results by the value of `vary`', async () => {
    const { get } = arrange({ scope: 'public', vary: ({ context }) => String(context.meta['tenant']) });
    const callers = ['a', 'b', 'a'].map((tenant) => ({ meta: { tenant } }));
    const answers = [];
    for (const caller of callers) answers.push((await get({}, caller))[0]);
    expect(answers).toEqual(['1', '2', '1']);
  });

  test('drops the results of a prompt that is replaced, and keeps all other results', async () => {
    const { runtime, get } = arrange();
    const kept = counting({ name: 'kept' });
    runtime.replace(runtime.registry.with(kept.prompt));
    await runtime.prompts.get({ name: 'kept' }, alice);
    await get();
    const other = counting({ render: () => 'the new one' });
    runtime.replace(runtime.registry.with(other.prompt));
    expect(await get()).toBe('the new one');
    await runtime.prompts.get({ name: 'kept' }, alice);
    expect(kept.seen.rendered).toBe(1);
  });

  test('caches one result for a version, whether requested with or without its number', async () => {
    const versions = ['1.0.0', '2.0.0'].map((version) => counting({ version }));
    const { runtime } = runtimeWith([cache()], { prompts: versions.map(({ prompt }) => prompt) });
    for (const name of ['count', 'count@2.0.0', 'count@1.0.0', 'count']) await runtime.prompts.get({ name }, alice);
    expect(versions.map(({ seen }) => seen.rendered)).toEqual([1, 1]);
  });

  test('rejects a caller who may no longer see the prompt of a cached result', async () => {
    let isOpen = true;
    const { get } = arrange({}, { visible: () => isOpen });
    await get();
    isOpen = false;
    await expect(get()).rejects.toThrow('Unknown prompt "count"');
  });

  test('does not cache errors', async () => {
    let isBroken = true;
    const { get } = arrange(
      {},
      {
        render: () => {
          if (isBroken) throw new RequestError('Not yet');
          return 'now';
        },
      },
    );
    await expect(get()).rejects.toThrow('Not yet');
    isBroken = false;
    expect(await get()).toBe('now');
  });

  test('rejects invalid arguments even if a result is cached', async () => {
    const { runtime, get } = arrange();
    await get();
    for (const args of [null, 'text', ['a'], { a: 7 }, { a: { b: 1 } }])
      expect(await refusal(runtime.prompts.get({ name: 'count', arguments: args as never }, alice))).toMatchObject({
        code: -32602,
      });
  });

  test('does not cache a result that depends on an elicitation', async () => {
    class Mood {
      @Arg()
      mood!: string;
    }
    const { get } = arrange({}, { render: async (_, context) => (await context.ask(Mood, 'How are you?')).mood });
    const moods = ['well', 'tired'];
    const elicit = async () => ({ action: 'accept' as const, content: { mood: moods.shift() ?? '' } });
    const client = { revision: '2025-06-18', capabilities: { elicitation: {} } };
    const asking = { ...alice, client, elicit };
    expect([await get({}, asking), await get({}, asking)]).toEqual(['well', 'tired']);
  });

  test('does not cache a result if the client could not show an elicitation', async () => {
    class Mood {
      @Arg()
      mood!: string;
    }
    const { get, seen } = arrange(
      { scope: 'public' },
      {
        render: async (_, context) => {
          seen.rendered += 1;
          return (await context.ask(Mood, 'How are you?').catch(() => ({ mood: `unknown ${seen.rendered}` }))).mood;
        },
      },
    );
    expect([await get(), await get()]).toEqual(['unknown 1', 'unknown 2']);
  });

  test('separates results by claims that do not change with each token', async () => {
    const { get } = arrange();
    const by = (claims: object) => get({}, { auth: { principal: 'alice', scopes: [], claims } });
    const answers = [
      await by({ role: 'user', iat: 1 }),
      await by({ iat: 2, role: 'user' }),
      await by({ role: 'admin' }),
    ];
    expect(answers.map((answer) => answer.slice(0, 1))).toEqual(['1', '1', '2']);
  });

  test('separates results for a host that sends placeholders', async () => {
    const { get } = arrange({ scope: 'public' });
    const by = (name: string) =>
      get({ a: '$1' }, { client: { name, version: '1', revision: '2025-11-25', capabilities: {} } });
    expect([await by('opencode'), await by('claude-code')]).toEqual(['1 undefined undefined', '2 $1 undefined']);
  });

  test('caches in-process calls with numbers, but not with dates', async () => {
    const rendered: unknown[] = [];
    class Args {
      @Arg({ required: false })
      count?: number;
      @Arg({ required: false })
      since?: Date;
    }
    @Prompt({ args: Args })
    class Report implements PromptHandler<Args> {
      render(args: Args) {
        rendered.push({ ...args });
        return 'x';
      }
    }
    const { runtime } = runtimeWith([cache()], { prompts: [Report] });
    for (const count of [1, 2, 1]) await runtime.prompts.render(Report, { count }, alice);
    for (let count = 0; count < 2; count += 1) await runtime.prompts.render(Report, { since: new Date(0) }, alice);
    expect(rendered.length).toBe(4);
  });

  test('renders again after ttlMs', async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'queueMicrotask', 'setImmediate'] });
    const start = performance.now();
    // Mocks the method, because the cache has a reference to the object `performance` itself.
    const now = jest.spyOn(performance, 'now').mockReturnValue(start);
    const { get, seen } = arrange({ ttlMs: 50 });
    await get();
    await get();
    expect(seen.rendered).toBe(1);
    now.mockReturnValue(start + 51);
    await jest.advanceTimersByTimeAsync(51);
    await get();
    expect(seen.rendered).toBe(2);
  });

  test('drops the least recently used result beyond maxEntries', async () => {
    const { get } = arrange({ maxEntries: 2 });
    const answers = [];
    for (const a of ['x', 'y', 'x', 'z', 'x', 'y']) answers.push((await get({ a }))[0]);
    expect(answers).toEqual(['1', '2', '1', '3', '1', '4']);
  });

  test('keeps 1,000 results by default', async () => {
    const { get, seen } = arrange();
    for (let a = 0; a <= 1000; a += 1) await get({ a: String(a) });
    await get({ a: '1' });
    expect(seen.rendered).toBe(1001);
    await get({ a: '0' });
    expect(seen.rendered).toBe(1002);
  });

  test('keeps at most maxBytes of results, and does not keep a larger result', async () => {
    const { get, seen } = arrange(
      { maxBytes: 500 },
      { render: ({ a }) => `${++seen.rendered}${'x'.repeat(Number(a))}` },
    );
    await get({ a: '300' });
    await get({ a: '301' });
    await get({ a: '301' });
    expect(seen.rendered).toBe(2);
    await get({ a: '300' });
    expect(seen.rendered).toBe(3);
    await get({ a: '600' });
    await get({ a: '600' });
    expect(seen.rendered).toBe(5);
  });

  test('drops all results on clear(), including pending results', async () => {
    let detach = () => {};
    const {
      get,
      cache: interceptor,
      seen,
    } = arrange(
      {},
      {
        render: async () => {
          await new Promise<void>((resolve) => (detach = resolve));
          return `${++seen.rendered}`;
        },
      },
    );
    const first = get();
    await new Promise(setImmediate);
    interceptor.clear();
    detach();
    expect(await first).toBe('1');
    const second = get();
    await new Promise(setImmediate);
    detach();
    expect(await second).toBe('2');
    expect(await get()).toBe('2');
    interceptor.clear();
    void get();
    await new Promise(setImmediate);
    detach();
    await new Promise(setImmediate);
    expect(seen.rendered).toBe(3);
  });

  test('caches the results of one prompt if only that prompt has the interceptor', async () => {
    const [with_, without] = [counting({ interceptors: [cache()] }), counting({ name: 'other' })];
    const { runtime } = runtimeWith([], { prompts: [with_.prompt, without.prompt] });
    for (const name of ['count', 'other', 'count', 'other']) await runtime.prompts.get({ name }, alice);
    expect([with_.seen.rendered, without.seen.rendered]).toEqual([1, 2]);
  });

  test('ignores lists and completions', async () => {
    const passed: string[] = [];
    const note: Interceptor = (call, next) => (passed.push(call.method), next());
    const { runtime } = runtimeWith([cache(), note], { prompts: new Registry([counting().prompt]) });
    for (let count = 0; count < 2; count += 1) {
      await runtime.prompts.list({}, alice);
      await runtime.complete({ ref: { type: 'ref/prompt', name: 'count' }, argument: { name: 'a', value: '' } }, alice);
    }
    expect(passed).toEqual(['prompts/list', 'completion/complete', 'prompts/list', 'completion/complete']);
  });

  test.each([{ ttlMs: 0 }, { maxEntries: 0.5 }, { maxBytes: NaN }])('rejects the options %j', (options) => {
    expect(() => cache(options)).toThrow(RangeError);
  });
});
