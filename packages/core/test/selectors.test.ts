import { setImmediate as turn } from 'node:timers/promises';
import {
  byLabel,
  type Definition,
  definePrompt,
  defineResource,
  defineTool,
  type Interceptor,
  type Logger,
  type RequestContext,
  Runtime,
  type RuntimeOptions,
  type VersionSelector,
} from '@cuecard/core';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { elapse, notified, useFakeTime } from '../../../build/jest/fake-time.ts';

const warnings: string[] = [];
const errors: unknown[][] = [];
const logger: Logger = { error: (...line) => void errors.push(line), warn: (line) => void warnings.push(line) };
afterEach(() => {
  warnings.length = 0;
  errors.length = 0;
});

const NUMBERS = ['1.0.0', '2.0.0'];
const VERSION = 'dev.cuecard/version';

const review = (name = 'review'): Definition[] =>
  NUMBERS.map((version) =>
    definePrompt({
      name,
      version,
      labels: version === '1.0.0' ? ['old'] : [],
      args: [{ name: 'topic', complete: [version], required: false }],
      render: () => version,
    }),
  );

/** Chooses a version by its number, in a later turn of the event loop. */
const later =
  (number: string, log: string[] = []): VersionSelector =>
  async (versions) => {
    log.push(versions[0]?.name ?? '');
    await turn();
    return versions.find(({ version }) => version === number);
  };

const serve = (select: RuntimeOptions['select'] & {}, options: RuntimeOptions = { prompts: review() }) =>
  new Runtime({ logger, select, ...options });
const textOf = async (runtime: Runtime, name = 'review') => {
  const { messages } = await runtime.prompts.get({ name });
  return messages.map(({ content }) => 'text' in content && content.text).join();
};

describe('Asynchronous selector', () => {
  test('selects the version for lists, gets, completions and Runtime.find', async () => {
    const runtime = serve(later('1.0.0'));
    const completed = await runtime.complete({
      ref: { type: 'ref/prompt', name: 'review' },
      argument: { name: 'topic', value: '' },
    });
    const { prompts } = await runtime.prompts.list();
    expect({
      list: prompts.map(({ _meta }) => _meta?.[VERSION]),
      get: await textOf(runtime),
      completion: completed.completion.values,
      find: (await runtime.find('review'))?.version,
    }).toEqual({ list: ['1.0.0'], get: '1.0.0', completion: ['1.0.0'], find: '1.0.0' });
  });

  test('selects the version of a tool', async () => {
    const tools = NUMBERS.map((version) => defineTool({ name: 'sum', version, call: () => version }));
    const runtime = serve(later('1.0.0'), { tools });
    const listed = (await runtime.tools.list()).tools.map(({ _meta }) => _meta?.[VERSION]);
    const { content } = await runtime.tools.call({ name: 'sum' });
    expect([listed, content]).toEqual([['1.0.0'], [{ type: 'text', text: '1.0.0' }]]);
  });

  test.each([true, 'pair'] as const)('selects the version of a prompt as a tool: %s', async (promptsAsTools) => {
    const runtime = serve(later('1.0.0'), { prompts: review(), promptsAsTools });
    const call = promptsAsTools === true ? { name: 'review' } : { name: 'get_prompt', arguments: { name: 'review' } };
    const { content } = await runtime.tools.call(call);
    const names = (await runtime.tools.list()).tools.map(({ name }) => name);
    expect([names, content]).toEqual([
      promptsAsTools === true ? ['review'] : ['get_prompt', 'list_prompts'],
      [{ type: 'text', text: '1.0.0' }],
    ]);
  });

  const resources = NUMBERS.flatMap((version) => [
    defineResource({ name: 'guide', version, uri: `guide:${version}`, read: () => version }),
    defineResource({
      name: 'page',
      version,
      uri: `page${version[0]}:{id}`,
      args: [{ name: 'id' }],
      read: () => version,
    }),
  ]);

  test('selects the version of a resource and of its template', async () => {
    const { resources: served } = serve(later('1.0.0'), { resources });
    expect({
      list: (await served?.list())?.resources.map(({ uri }) => uri),
      templates: (await served?.listTemplates())?.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      read: (await served?.read({ uri: 'page1:5' }))?.contents,
      other: await served?.read({ uri: 'page2:5' }).catch(({ code }: { code: number }) => code),
    }).toEqual({
      list: ['guide:1.0.0'],
      templates: ['page1:{id}'],
      read: [{ uri: 'page1:5', mimeType: 'text/plain', text: '1.0.0' }],
      other: -32602,
    });
  });

  test('selects the version for a URI that an interceptor changed', async () => {
    const redirect: Interceptor = (call, next) =>
      call.method === 'resources/read' ? next({ uri: 'page1:6' }) : next();
    const { resources: served } = serve(later('1.0.0'), { resources, interceptors: [redirect] });
    expect(await served?.read({ uri: 'page1:5' })).toMatchObject({ contents: [{ uri: 'page1:6', text: '1.0.0' }] });
  });

  test('runs once per name and request, only for names with several versions', async () => {
    const log: string[] = [];
    const interceptors: Interceptor[] = [(call, next) => (call.definition, next())];
    const only = definePrompt({ name: 'only', version: '1.0.0', render: () => '' });
    const prompts = [...review(), ...review('other'), only];
    const runtime = serve(later('1.0.0', log), { prompts, interceptors });
    await runtime.prompts.list();
    await runtime.prompts.get({ name: 'review' });
    await runtime.prompts.get({ name: 'review@2.0.0' });
    await runtime.prompts.get({ name: 'only' });
    expect(log).toEqual(['other', 'review', 'review']);
  });

  test('runs after prepare, before an interceptor reads call.definition', async () => {
    const seen: unknown[] = [];
    const look: Interceptor = (call, next) => {
      seen.push(call.definition?.version);
      return next();
    };
    const byBag: VersionSelector = async (versions, { bag }) =>
      versions.find(({ version }) => version === (bag as { version?: string }).version);
    const prepare = ({ bag }: RequestContext) => void Object.assign(bag, { version: '1.0.0' });
    const runtime = serve(byBag, { prompts: review(), interceptors: [look], prepare });
    expect([await textOf(runtime), seen]).toEqual(['1.0.0', ['1.0.0']]);
  });

  test('runs again if interceptors change which versions the caller may see', async () => {
    const show: Interceptor = ({ context }, next) => {
      Object.assign(context.bag, { isHidden: true });
      return next();
    };
    const [old, newest] = review();
    const visible = ({ bag }: RequestContext) => !('isHidden' in bag);
    const hidden = definePrompt({ name: 'review', version: '3.0.0', visible, render: () => '3.0.0' });
    const latest: VersionSelector = async (versions) => versions[0];
    const runtime = serve(latest, { prompts: [old, newest, hidden] as Definition[], interceptors: [show] });
    expect(await textOf(runtime)).toBe('2.0.0');
  });

  test('runs only for the names on the requested page', async () => {
    const log: string[] = [];
    const prompts = Array.from({ length: 10 }, (_, at) => review(`p${at}`)).flat();
    const runtime = serve(later('1.0.0', log), { prompts, pageSize: 3 });
    const { nextCursor = '' } = await runtime.prompts.list();
    await runtime.prompts.list({ cursor: nextCursor });
    expect(log).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
  });

  test('defers to the next selector if it resolves with undefined', async () => {
    expect(await textOf(serve([later('3.0.0'), byLabel('old')]))).toBe('1.0.0');
  });

  test('is logged and skipped if it rejects', async () => {
    const cause = new Error('no idea');
    expect(await textOf(serve([() => Promise.reject(cause), byLabel('old')]))).toBe('1.0.0');
    expect(errors).toEqual([['Prompt "review" could not choose a version', cause]]);
  });

  test('may return a thenable without catch', async () => {
    const select: VersionSelector = (versions) =>
      // oxlint-disable-next-line no-thenable -- libraries return such
      ({ then: (resolve: (version: unknown) => void) => resolve(versions[1]) }) as never;
    expect(await textOf(serve(select))).toBe('1.0.0');
    expect(errors).toEqual([]);
  });
});

describe('Selector that never settles', () => {
  useFakeTime();

  test('makes the request reject at its deadline', async () => {
    const runtime = serve(() => new Promise(() => {}));
    const failure = runtime.prompts.get({ name: 'review' }).catch((error: unknown) => error);
    await elapse(60_000);
    expect(await failure).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('Monitor.warnOnce() in a selector', () => {
  test('logs each problem once', async () => {
    const runtime = serve((_versions, { monitor }) => void monitor.warnOnce('The flag is missing'));
    await textOf(runtime);
    await textOf(runtime);
    expect(warnings).toEqual(['The flag is missing']);
  });

  test('stops after 1,000 different problems', async () => {
    let count = 0;
    const runtime = serve((_versions, { monitor }) => void monitor.warnOnce(`problem ${(count += 1)}`));
    for (let index = 0; index < 1_001; index += 1) await textOf(runtime);
    expect([warnings.length, warnings.at(-1)]).toEqual([1_000, 'problem 1000']);
  });
});

describe('In-process requests within one render call', () => {
  test('get the same version of a prompt each time', async () => {
    const numbers = [...NUMBERS];
    const alternating: VersionSelector = async (versions) => {
      const number = numbers.shift();
      await turn();
      return versions.find(({ version }) => version === number);
    };
    const twice = definePrompt({
      name: 'twice',
      render: async (_, context) => {
        const [one, other] = [
          await runtime.prompts.get({ name: 'review' }, context),
          await runtime.prompts.get({ name: 'review' }, { ...context, signal: context.signal }),
        ];
        return [...one.messages, ...other.messages];
      },
    });
    const runtime = serve(alternating, { prompts: [...review(), twice] });
    expect([await textOf(runtime, 'twice'), await textOf(runtime)]).toEqual(['1.0.0,1.0.0', '2.0.0']);
  });
});

describe('VersionSelector.watch', () => {
  useFakeTime();

  test('logs the error of a watch that throws, and continues with the other selectors', async () => {
    const { select, listeners } = watched();
    const failing: VersionSelector = Object.assign(() => undefined, {
      watch: () => {
        throw new Error('no connection');
      },
    });
    const kinds = await kindsAfter(serve([failing, select]), () => {
      for (const changed of listeners) changed();
    });
    expect([kinds, listeners.size, errors]).toEqual([
      ['prompt'],
      0,
      [['Could not watch a version selector', new Error('no connection')]],
    ]);
  });

  test('notifies clients if isAffected throws', async () => {
    const { select, listeners } = watched();
    const kinds = await kindsAfter(serve(select), () => {
      for (const changed of listeners)
        changed(() => {
          throw new Error('no flag');
        });
    });
    expect(kinds).toEqual(['prompt']);
  });

  /** A selector whose listeners the test calls. */
  function watched() {
    const listeners = new Set<Parameters<VersionSelector['watch'] & {}>[0]>();
    const select: VersionSelector = Object.assign(() => undefined, {
      watch: (changed: Parameters<VersionSelector['watch'] & {}>[0]) => {
        listeners.add(changed);
        return () => void listeners.delete(changed);
      },
    });
    return { select, listeners };
  }

  const tool = defineTool({ name: 'sum', call: () => '' });

  async function kindsAfter(runtime: Runtime, change: () => void) {
    const kinds: string[] = [];
    const end = runtime.onListChanged((kind) => void kinds.push(kind));
    change();
    await notified();
    end();
    return kinds;
  }

  test('notifies once about changes, and only for kinds that have several versions', async () => {
    const { select, listeners } = watched();
    const runtime = serve(select, { prompts: review(), tools: [tool] });
    const kinds = await kindsAfter(runtime, () => {
      for (const changed of [...listeners, ...listeners]) changed();
    });
    expect([kinds, listeners.size]).toEqual([['prompt'], 0]);
  });

  test.each<[string, boolean]>([
    ['review', true],
    ['only', false],
    ['missing', false],
  ])('calls isAffected with each name: %s', async (affected, isNotified) => {
    const { select, listeners } = watched();
    const only = definePrompt({ name: 'only', version: '1.0.0', render: () => '' });
    const runtime = serve(select, { prompts: [...review(), only] });
    const kinds = await kindsAfter(runtime, () => {
      for (const changed of listeners) changed((kind, name) => kind === 'prompt' && name === affected);
    });
    expect(kinds).toEqual(isNotified ? ['prompt'] : []);
  });

  test('continues after the registry is replaced', async () => {
    const { select, listeners } = watched();
    const runtime = serve(select);
    const kinds = await kindsAfter(runtime, () => {
      runtime.replace(runtime.registry.with(definePrompt({ name: 'only', render: () => '' })));
      for (const changed of listeners) changed();
    });
    expect([kinds, listeners.size]).toEqual([['prompt'], 0]);
  });
});

describe('Runtime.notifyListChanged()', () => {
  useFakeTime();

  test('notifies 1,000 listeners in batches, even if a change occurs meanwhile', async () => {
    const runtime = serve(byLabel('old'));
    const [times, start] = [new Map<number, number[]>(), performance.now()];
    for (let index = 0; index < 1_000; index += 1)
      runtime.onListChanged(() => void times.set(index, [...(times.get(index) ?? []), performance.now() - start]));
    runtime.notifyListChanged('prompt');
    await jest.advanceTimersByTimeAsync(300);
    const early = times.size;
    runtime.notifyListChanged('prompt');
    await jest.advanceTimersByTimeAsync(2_500);
    const counts = [...times.values()].map(({ length }) => length);
    const last = [...times.values()].map((each) => each.at(-1) ?? 0);
    expect([early, times.size, Math.min(...counts), Math.max(...counts)]).toEqual([260, 1_000, 1, 2]);
    expect(Math.min(...last)).toBeGreaterThanOrEqual(350); // Every listener was notified of the second change.
  });
});
