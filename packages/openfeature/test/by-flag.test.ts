import { byLabel, definePrompt, defineTool, Runtime, type RuntimeOptions } from '@cuecard/core';
import { byFlag, type FlagOptions } from '@cuecard/openfeature';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type EvaluationContext, InMemoryProvider, OpenFeature, type Provider } from '@openfeature/server-sdk';

type Flags = ConstructorParameters<typeof InMemoryProvider>[0] & {};

const versions = ['1.0.0', '2.0.0', '3.0.0'];
const review = versions.map((version) => definePrompt({ name: 'review', version, render: () => version }));
const plain = definePrompt({ name: 'plain', render: () => 'plain' });
const AUTH = { principal: 'ann', scopes: [] };

let domains = 0;

/** A flag with the same value for every caller, or with the value that a function returns. */
function flagOf(value: string | ((context: EvaluationContext) => string)): Flags[string] {
  const variants = Object.fromEntries(['1.0.0', '2.0.0', '3.0.0', '9.9.9', 'stable', ''].map((each) => [each, each]));
  if (typeof value === 'string') return { variants, defaultVariant: value, disabled: false };
  return { variants, defaultVariant: '', disabled: false, contextEvaluator: value };
}

async function clientOf(provider: Provider) {
  domains += 1;
  const domain = `test-${domains}`;
  if (provider.initialize === undefined) await OpenFeature.setProviderAndWait(domain, provider);
  else OpenFeature.setProvider(domain, provider);
  return OpenFeature.getClient(domain);
}

async function served(flags: Flags | Provider, options: FlagOptions & Partial<RuntimeOptions> = {}) {
  const provider = 'metadata' in flags ? (flags as Provider) : new InMemoryProvider(flags as Flags);
  const { flag, context, timeoutMs, ...rest } = options;
  const given = { ...(flag && { flag }), ...(context && { context }), ...(timeoutMs && { timeoutMs }) };
  const warnings: string[] = [];
  const logger = {
    error: (line: string) => void warnings.push(line),
    warn: (line: string) => void warnings.push(line),
  };
  const select = [byFlag(await clientOf(provider), given), byLabel('1.0.0')];
  const runtime = new Runtime({ prompts: [...review, plain], select, logger, ...rest });
  const get = async (call = {}) => {
    const { messages } = await runtime.prompts.get({ name: 'review' }, call);
    return messages.map(({ content }) => 'text' in content && content.text).join();
  };
  return { runtime, provider, warnings, get };
}

afterEach(async () => {
  jest.useRealTimers();
  await OpenFeature.clearProviders();
});

describe('byFlag', () => {
  test('chooses the version in the flag that is named after kind and name', async () => {
    const { runtime, get, warnings } = await served({ 'prompt.review': flagOf('2.0.0') });
    const { prompts } = await runtime.prompts.list();
    const listed = prompts.map(({ name, _meta }) => [name, _meta?.['dev.cuecard/version']]);
    expect([await get(), listed, warnings]).toEqual([
      '2.0.0',
      [
        ['plain', undefined],
        ['review', '2.0.0'],
      ],
      [],
    ]);
  });

  test('chooses the version whose label is in the flag', async () => {
    const labelled = definePrompt({ name: 'review', version: '2.5.0', labels: ['stable'], render: () => '2.5.0' });
    const { get } = await served({ 'prompt.review': flagOf('stable') }, { prompts: [...review, labelled] });
    expect(await get()).toBe('2.5.0');
  });

  test('reads the flag that a function names', async () => {
    const flag = (kind: string, name: string) => `mcp-${kind}-${name}`;
    const { get } = await served({ 'mcp-prompt-review': flagOf('2.0.0') }, { flag });
    expect(await get()).toBe('2.0.0');
  });

  test('chooses versions of tools', async () => {
    const tools = ['1.0.0', '2.0.0'].map((version) => defineTool({ name: 'sum', version, call: () => version }));
    const { runtime } = await served({ 'tool.sum': flagOf('1.0.0') }, { tools });
    expect((await runtime.tools.call({ name: 'sum' })).content).toEqual([{ type: 'text', text: '1.0.0' }]);
  });

  test('does not evaluate the flag for a requested version', async () => {
    const { runtime } = await served({ 'prompt.review': flagOf('2.0.0') });
    expect((await runtime.prompts.get({ name: 'review@3.0.0' }))._meta).toEqual({ 'dev.cuecard/version': '3.0.0' });
  });

  test('evaluates only names with several versions, once per request', async () => {
    const keys: string[] = [];
    const flags = { 'prompt.review': flagOf('2.0.0') };
    const { runtime, provider, get } = await served(flags, {
      interceptors: [
        (call, next) => (call.definition?.version === '2.0.0' ? next() : Promise.reject(new Error('moved'))),
      ],
    });
    const evaluate = (provider as InMemoryProvider).resolveStringEvaluation.bind(provider);
    Object.assign(provider, {
      resolveStringEvaluation: (...args: Parameters<typeof evaluate>) => {
        keys.push(args[0]);
        return evaluate(...args);
      },
    });
    await get();
    await runtime.prompts.get({ name: 'plain' }).catch(() => {});
    expect(keys).toEqual(['prompt.review']);
  });
});

describe('Evaluation context of byFlag', () => {
  const contexts: EvaluationContext[] = [];
  const recorded = {
    'prompt.review': flagOf((context) => {
      contexts.push(context);
      return '2.0.0';
    }),
  };

  /** `printf s1 | sha256sum`, in base64url. */
  const HASH_OF_S1 = '6LwWPILu4YczKIx9SsY22zpt6wE-8tN7aDIr4g7cRcw';

  afterEach(() => void contexts.splice(0));

  test('contains the client, and the principal or a hash of the session as targeting key', async () => {
    const { get } = await served(recorded);
    const client = { name: 'editor', revision: '2025-11-25' };
    await get({ auth: AUTH, sessionId: 's1', client });
    await get({ sessionId: 's1' });
    expect(contexts).toEqual([{ targetingKey: 'ann', client: 'editor' }, { targetingKey: HASH_OF_S1 }]);
  });

  test('contains values of the application, which cannot replace the principal', async () => {
    const { get } = await served(recorded, {
      context: ({ auth }) => ({ tenant: auth?.claims?.['tenant'], targetingKey: 'x' }) as EvaluationContext,
    });
    await get({ auth: { ...AUTH, claims: { tenant: 'acme' } } });
    expect(contexts).toEqual([{ targetingKey: 'ann', tenant: 'acme' }]);
  });

  test('gives each principal the same version every time', async () => {
    const { get } = await served({
      'prompt.review': flagOf(({ targetingKey }) => (targetingKey === 'ann' ? '3.0.0' : '2.0.0')),
    });
    const bob = { auth: { principal: 'bob', scopes: [] } };
    expect([await get({ auth: AUTH }), await get(bob), await get({ auth: AUTH })]).toEqual(['3.0.0', '2.0.0', '3.0.0']);
  });

  test('logs a warning if flagd returns the default for a missing targeting key', async () => {
    const provider = new InMemoryProvider({});
    Object.assign(provider, { resolveStringEvaluation: async () => ({ value: '2.0.0', reason: 'DEFAULT' }) });
    const { get, warnings } = await served(provider);
    expect([await get(), warnings.length]).toEqual(['2.0.0', 1]);
  });

  test('logs one warning about callers without a stable targeting key', async () => {
    const { get, warnings } = await served({ 'prompt.review': flagOf(() => '2.0.0') });
    await get();
    await get({ sessionId: 's1' });
    await get();
    expect(warnings).toEqual([
      'The flag "prompt.review" targets callers, but some callers have neither a principal nor a session: they may get different versions from call to call',
    ]);
  });
});

describe('byFlag options', () => {
  test.each<[object, string]>([
    [{ timeoutMS: 5 }, 'byFlag has no option "timeoutMS"; did you mean "timeoutMs"?'],
    [{ flag: 'review' }, 'byFlag has the option "flag", which cannot be "review"; use a function (kind, name)'],
    [{ timeoutMs: Infinity }, 'timeoutMs is Infinity'],
    [{ timeoutMs: -1 }, 'timeoutMs is -1'],
  ])('rejects %j', (options, message) => {
    expect(() => byFlag(OpenFeature.getClient(), options)).toThrow(message);
  });

  test('rejects a missing client of OpenFeature', () => {
    expect(() => byFlag(undefined as never)).toThrow(
      'The client of byFlag() cannot be undefined; use a client of OpenFeature, such as OpenFeature.getClient()',
    );
  });
});

describe('byFlag without a usable value', () => {
  const NEXT = 'the next selector decides';

  test('defers to the next selector for a missing flag, with one warning', async () => {
    const { get, warnings } = await served({});
    expect([await get(), await get()]).toEqual(['1.0.0', '1.0.0']);
    expect(warnings).toEqual([`The flag "prompt.review" could not be evaluated (FLAG_NOT_FOUND): ${NEXT}`]);
  });

  test('defers to the next selector for an unknown version, with one warning', async () => {
    const { get, warnings } = await served({ 'prompt.review': flagOf('9.9.9') });
    expect([await get(), await get()]).toEqual(['1.0.0', '1.0.0']);
    const problem = 'has the value "9.9.9", which is not a version or label that the caller may see';
    expect(warnings).toEqual([`The flag "prompt.review" ${problem}: ${NEXT}`]);
  });

  test('defers to the next selector while the provider is not ready', async () => {
    const provider = new InMemoryProvider({ 'prompt.review': flagOf('2.0.0') });
    Object.assign(provider, { initialize: () => new Promise(() => {}) });
    const { get, warnings } = await served(provider);
    expect(await get()).toBe('1.0.0');
    expect(warnings).toEqual([`The flag provider fails: ${NEXT} (flag "prompt.review": PROVIDER_NOT_READY)`]);
  });

  test('defers to the next selector when the provider throws', async () => {
    const provider = new InMemoryProvider({});
    provider.resolveStringEvaluation = () => Promise.reject(new Error('secret address'));
    const { get, warnings } = await served(provider);
    expect(await get()).toBe('1.0.0');
    expect(warnings).toEqual([`The flag provider fails: ${NEXT} (flag "prompt.review": GENERAL)`]);
  });

  test('defers to the next selector after timeoutMs', async () => {
    const provider = new InMemoryProvider({});
    provider.resolveStringEvaluation = () => new Promise(() => {});
    const { get, warnings } = await served(provider, { timeoutMs: 5 });
    expect(await get()).toBe('1.0.0');
    expect(warnings).toEqual([`The flag provider fails: ${NEXT} (flag "prompt.review": no result within 5 ms)`]);
  });
});

describe('Change of the provider', () => {
  /** The kinds whose list has changed, after the time in which changes are collected. */
  async function noticed(runtime: Runtime, change: () => unknown) {
    const kinds: string[] = [];
    const end = runtime.onListChanged((kind) => void kinds.push(kind));
    await new Promise(setImmediate); // The client calls handlers of a ready provider at once.
    await change();
    await jest.advanceTimersByTimeAsync(100);
    end();
    return kinds;
  }

  const unchanged = { 'prompt.plain': flagOf('1.0.0'), other: flagOf('1.0.0') };
  const before = { ...unchanged, 'prompt.review': flagOf('1.0.0') };

  async function servedWithFakeTime() {
    const { runtime, provider, ...rest } = await served(before, {
      tools: [defineTool({ name: 'sum', call: () => '' })],
    });
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    return { runtime, provider: provider as InMemoryProvider, ...rest };
  }

  test('notifies once, only for kinds with several versions', async () => {
    const { runtime, provider, get } = await servedWithFakeTime();
    const kinds = await noticed(runtime, async () => {
      await provider.putConfiguration({ ...before, 'prompt.review': flagOf('2.0.0') });
      await provider.putConfiguration({ ...before, 'prompt.review': flagOf('3.0.0') });
    });
    expect([kinds, await get()]).toEqual([['prompt'], '3.0.0']);
  });

  test.each([['other'], ['prompt.plain']])('does not notify if only %s changed', async (name) => {
    const { runtime, provider } = await servedWithFakeTime();
    expect(await noticed(runtime, () => provider.putConfiguration({ ...before, [name]: flagOf('2.0.0') }))).toEqual([]);
  });

  test('notifies when another provider is set', async () => {
    const { runtime, get } = await servedWithFakeTime();
    const replaced = () =>
      OpenFeature.setProviderAndWait(`test-${domains}`, new InMemoryProvider({ 'prompt.review': flagOf('2.0.0') }));
    expect([await noticed(runtime, replaced), await get()]).toEqual([['prompt'], '2.0.0']);
  });

  test('does not notify a removed listener', async () => {
    const { runtime, provider } = await servedWithFakeTime();
    const kinds: string[] = [];
    runtime.onListChanged((kind) => void kinds.push(kind))();
    await provider.putConfiguration({ 'prompt.review': flagOf('2.0.0') });
    await jest.advanceTimersByTimeAsync(100);
    expect(kinds).toEqual([]);
  });
});
