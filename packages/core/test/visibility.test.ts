import { setImmediate as turn } from 'node:timers/promises';
import {
  Arg,
  type Auth,
  type CallOptions,
  definePack,
  definePrompt,
  type Interceptor,
  mount,
  onListPrompts,
  Prompt,
  type Definition,
  type DefinitionInfo,
  RequestError,
  type PromptHandler,
  Registry,
  Runtime,
  type VisibilityOptions,
} from '@cuecard/core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { throwing } from './support/throwing.ts';

declare module '@cuecard/core' {
  interface ContextBag {
    plan?: string;
  }
}

class TopicArgs {
  @Arg({ complete: ['tea', 'toast'], required: false }) topic = 'tea';
}
@Prompt({ args: TopicArgs })
class Open implements PromptHandler<TopicArgs> {
  render = () => 'open';
}
@Prompt({ args: TopicArgs, scopes: ['prompts:secret', 'prompts:read'] })
class Secret implements PromptHandler<TopicArgs> {
  render = () => 'secret';
}

const logged: unknown[][] = [];
const logger = { error: (...line: unknown[]) => void logged.push(line), warn: () => {} };
afterEach(() => void logged.splice(0));

/** Collects unhandled rejections, each of which would end a process. */
const rejected: unknown[] = [];
const reject = (error: unknown) => void rejected.push(error);
beforeAll(() => void process.on('unhandledRejection', reject));
afterAll(() => void process.off('unhandledRejection', reject));

const ada = (...scopes: string[]): { auth: Auth } => ({ auth: { principal: 'ada', scopes } });
const prompt = (name: string, options: VisibilityOptions & { version?: string } = {}): Definition =>
  definePrompt({ name, ...options, args: [{ name: 'topic', complete: ['tea'], required: false }], render: () => name });
const refusal = (error: unknown) => (error instanceof RequestError ? { ...error, message: error.message } : { error });
const answer = (work: Promise<unknown>) => work.catch(refusal);
const completion = (name: string) =>
  ({ ref: { type: 'ref/prompt', name }, argument: { name: 'topic', value: 't' } }) as const;

/** The responses to every request that names a prompt. */
async function responsesFor(runtime: Runtime, name: string, call: CallOptions): Promise<unknown[]> {
  return Promise.all([runtime.prompts.get({ name }, call), runtime.complete(completion(name), call)].map(answer));
}

async function listed(runtime: Runtime, call: CallOptions): Promise<unknown[]> {
  const pages = [await runtime.prompts.list({}, call)];
  for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor)
    pages.push(await runtime.prompts.list({ cursor }, call));
  // Ignores `cacheScope`, which depends on what the registry can hide, not on what it hides from this caller.
  return pages.map((page) => ({ ...page, cacheScope: undefined }));
}

describe('VisibilityOptions.scopes', () => {
  const runtime = new Runtime({ prompts: [Open, Secret], logger });

  test.each([
    ['no verified caller', {}, ['open']],
    ['one of the scopes', ada('prompts:read'), ['open']],
    ['a scope with a common prefix', ada('prompts:read', 'prompts:secrets'), ['open']],
    ['all scopes', ada('other', 'prompts:read', 'prompts:secret'), ['open', 'secret']],
  ])('applies to list, get, complete and render alike: %s', async (_, call, names) => {
    const { prompts } = await runtime.prompts.list({}, call);
    expect(prompts.map(({ name }) => name)).toEqual(names);
    const isKnown = names.includes('secret');
    const answers = await Promise.allSettled([
      runtime.prompts.get({ name: 'secret' }, call),
      runtime.complete(completion('secret'), call),
      runtime.prompts.render(Secret, {}, call),
    ]);
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual([isKnown, isKnown, isKnown]);
  });

  test('returns the same errors for hidden prompts as for unknown prompts', async () => {
    const without = new Runtime({ prompts: [Open], logger });
    for (const name of ['secret', 'secre', 'secret@1.0.0', 'opem'])
      expect(await responsesFor(runtime, name, ada('prompts:read'))).toEqual(await responsesFor(without, name, {}));
    expect(await answer(runtime.prompts.render(Secret, {}))).toEqual(await answer(without.prompts.render(Secret, {})));
    expect(await answer(runtime.prompts.get({ name: 'secret' }))).toEqual({
      name: 'NotFoundError',
      kind: 'prompt',
      requested: 'secret',
      code: -32602,
      message: 'Unknown prompt "secret"',
      data: { prompt: 'secret' },
    });
    expect(logged).toEqual([]);
  });
});

describe('VisibilityOptions.visible', () => {
  test('is called once per request for all prompts that share the function', async () => {
    let times = 0;
    const visible = () => (times += 1) > 0;
    const prompts = ['a', 'b', 'c'].map((name) => prompt(name, { visible }));
    const runtime = new Runtime({ prompts, logger });
    await runtime.prompts.list();
    await runtime.prompts.get({ name: 'a' });
    await answer(runtime.prompts.get({ name: 'd' }));
    expect(times).toBe(3);
  });

  test('reads the context bag after interceptors have filled the bag', async () => {
    const seen: unknown[] = [];
    const fill: Interceptor = ({ context }, next) => {
      context.bag.plan = context.auth?.principal === 'ada' ? 'team' : 'free';
      return next();
    };
    const look: Interceptor = (call, next) => {
      seen.push(call.definition?.name);
      return next();
    };
    const visible = ({ bag }: { bag: { plan?: string } }) => bag.plan === 'team';
    const runtime = new Runtime({ prompts: [prompt('team', { visible })], interceptors: [fill, look], logger });
    const [known, unknown] = [await responsesFor(runtime, 'team', ada()), await responsesFor(runtime, 'team', {})];
    expect([known, unknown].map((answers) => answers.map((each) => Object.hasOwn(each as object, 'code')))).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(seen).toEqual(['team', 'team', undefined, undefined]);
    expect(await Promise.all([runtime.prompts.list({}, ada()), runtime.prompts.list()])).toMatchObject([
      { prompts: [{ name: 'team' }] },
      { prompts: [] },
    ]);
  });

  const broken: [string, () => unknown, unknown][] = [
    ['throws', throwing(new Error('no database')), new Error('no database')],
    ['returns a promise', () => Promise.resolve(true), new TypeError('object')],
    ['returns a rejected promise', () => Promise.reject(new Error('later')), new TypeError('object')],
    ['returns a truthy string', () => 'yes', new TypeError('string')],
    ['returns undefined', () => undefined, new TypeError('undefined')],
  ];
  test.each(broken)('hides definitions and logs once per request if the function %s', async (_, visible, error) => {
    const prompts = [
      prompt('hidden', { visible: visible as () => boolean }),
      prompt('also', { visible: visible as () => boolean }),
      prompt('shown'),
    ];
    const runtime = new Runtime({ prompts, logger });
    const token = { ...ada('s3cret-scope'), meta: { token: 's3cret' } };
    expect((await runtime.prompts.list({}, token)).prompts).toMatchObject([{ name: 'shown' }]);
    await turn();
    expect(rejected).toEqual([]);
    expect(logged).toHaveLength(1);
    const [line, cause] = logged[0] as [string, Error];
    expect(line).toBe('The list of prompts could not decide whether the caller may see a definition');
    expect(cause.constructor).toBe((error as Error).constructor);
    expect(cause.message).toContain((error as Error).message);
    expect(JSON.stringify([line, cause.message])).not.toContain('s3cret');
  });

  test('rejects invalid functions and scopes at compile time', () => {
    const render = () => '';
    const options = [
      // @ts-expect-error a verdict must be synchronous
      () => definePrompt({ name: 'a', visible: async () => true, render }),
      // @ts-expect-error undefined is not a verdict
      () => definePrompt({ name: 'a', visible: () => {}, render }),
      // @ts-expect-error scopes must be an array
      () => definePrompt({ name: 'a', scopes: 'read', render }),
      // @ts-expect-error visible must be a function
      () => mount(definePack({ name: 'p', version: '1.0.0', prompts: [] }), { visible: 'everybody' }),
    ];
    expect(options).toHaveLength(4);
  });
});

describe('VisibilityOptions of packs', () => {
  test('applies the rules of mount, pack and prompt in this order', async () => {
    const order: string[] = [];
    const rule = (name: string, verdict = true) => ({ visible: () => (order.push(name), verdict) });
    const inner = definePack({
      name: 'inner',
      version: '1.0.0',
      prompts: [prompt('p', rule('prompt'))],
      ...rule('pack'),
    });
    const outer = definePack({
      name: 'outer',
      version: '1.0.0',
      prompts: [mount(inner, rule('mount'))],
      scopes: ['desk'],
    });
    const runtime = new Runtime({ prompts: [outer], logger });
    expect((await runtime.prompts.list()).prompts).toEqual([]);
    expect(order).toEqual([]);
    expect((await runtime.prompts.list({}, ada('desk'))).prompts).toHaveLength(1);
    expect(order).toEqual(['mount', 'pack', 'prompt']);
  });

  test('ignores the hidden mounts if a class is mounted several times', async () => {
    const pack = definePack({ name: 'pack', version: '1.0.0', prompts: [Open] });
    const mounts = ['a', 'b', 'c'].map((prefix) => mount(pack, { prefix, scopes: [prefix] }));
    const runtime = new Runtime({ prompts: mounts, logger });
    const messages = [{ role: 'user', content: { type: 'text', text: 'open' } }];
    expect(await runtime.prompts.render(Open, {}, ada('b'))).toMatchObject({ messages });
    expect(await answer(runtime.prompts.render(Open, {}, ada('b', 'c')))).toMatchObject({
      message: 'Open is mounted as b_open and c_open: use one of these names instead of the class',
    });
    expect(await answer(runtime.prompts.render(Open, {}))).toMatchObject({ message: 'Unknown prompt "Open"' });
  });
});

describe('cacheScope of prompts.list', () => {
  const client = { revision: '2026-07-28' };
  const scopes = async (options: Partial<ConstructorParameters<typeof Runtime>[0]>) => {
    const runtime = new Runtime({ prompts: [Open], logger, ...options });
    const { ttlMs, cacheScope } = await runtime.prompts.list({}, { client });
    return [ttlMs, cacheScope];
  };

  test('is public only if every caller sees the same list', async () => {
    const versions = [prompt('v', { version: '1.0.0' }), prompt('v', { version: '2.0.0' })];
    expect([
      await scopes({}),
      await scopes({ prompts: versions }),
      await scopes({ select: () => undefined }),
      await scopes({ prompts: [Open, Secret] }),
      await scopes({ prompts: versions, select: () => undefined }),
    ]).toEqual([
      [0, 'public'],
      [0, 'public'],
      [0, 'public'],
      [0, 'private'],
      [0, 'private'],
    ]);
  });

  test('is private if an interceptor handles the list', async () => {
    const pass = onListPrompts((_, next) => next());
    const filter = onListPrompts(async (_, next) => ({ ...(await next()), prompts: [] }));
    const own = onListPrompts(() => ({ prompts: [], ttlMs: 5, cacheScope: 'public' }));
    expect([
      await scopes({ interceptors: [pass] }),
      await scopes({ interceptors: [filter] }),
      await scopes({ interceptors: [own] }),
    ]).toEqual([
      [0, 'private'], // The interceptor may treat callers differently.
      [0, 'private'],
      [5, 'private'],
    ]);
  });

  test('is omitted for older revisions and without a client', async () => {
    const filter = onListPrompts(async (_, next) => ({ ...(await next()), prompts: [] }));
    const runtime = new Runtime({ prompts: [Open, Secret], interceptors: [filter], logger });
    expect(await runtime.prompts.list({}, { client: { revision: '2025-11-25' } })).toEqual({ prompts: [] });
    expect(await runtime.prompts.list()).toEqual({ prompts: [] });
  });
});

describe('Runtime with hidden definitions', () => {
  const SCOPES = ['read', 'write', 'admin'];
  const rules: Record<string, (context: CallOptions) => unknown> = {
    everybody: () => true,
    nobody: () => false,
    verified: ({ auth }) => auth !== undefined,
    broken: throwing(new Error('broken')),
    desktop: ({ client }) => client?.name === 'desktop',
  };
  const NAMES = ['review', 'revise', 'review_all', 'summary', 'summaries', 'a', 'ab', 'team/x'];
  const specs = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0-beta.1', '2.0.0'),
      scopes: fc.subarray(SCOPES),
      rule: fc.option(fc.constantFrom(...Object.keys(rules)), { nil: undefined }),
    }),
    { maxLength: 14, selector: ({ name, version }) => `${name}@${version}` },
  );
  const callers = fc.record({
    auth: fc.option(fc.record({ principal: fc.constant('ada'), scopes: fc.subarray(SCOPES) }), { nil: undefined }),
    client: fc.option(
      fc.record({ name: fc.constantFrom('desktop', 'cli'), revision: fc.constantFrom('2025-06-18', '2026-07-28') }),
      { nil: undefined },
    ),
  });
  const unknownNames = ['reviwe', 'review@1.0', 'summary@3.0.0', 'SUMMARY', 'b', '', '__proto__', 'x'.repeat(200)];
  const requestedNames = [...NAMES, ...unknownNames, ...NAMES.flatMap((name) => [`${name}@1.0.0`, `${name}@2.0.0`])];

  /** Evaluates the rules independently of the runtime. */
  const isVisible = (spec: { scopes: string[]; rule: string | undefined }, call: CallOptions): boolean => {
    const rule = rules[spec.rule ?? 'everybody'] as (typeof rules)[string];
    if (!spec.scopes.every((scope) => call.auth?.scopes.includes(scope))) return false;
    return spec.rule !== 'broken' && rule(call) === true;
  };

  test('returns what a runtime without the hidden definitions returns, for any caller', async () => {
    const property = fc.asyncProperty(
      specs,
      callers,
      fc.integer({ min: 1, max: 4 }),
      async (chosen, call, pageSize) => {
        const definitions = chosen.map(({ name, version, scopes, rule }) => {
          class Handler implements PromptHandler<TopicArgs> {
            render = () => `${name}@${version}`;
          }
          const visible = rule === undefined ? {} : { visible: rules[rule] as () => boolean };
          Prompt({ name, version, scopes, args: TopicArgs, ...visible })(Handler);
          return Handler;
        });
        const known = definitions.filter((_, index) => isVisible(chosen[index] as (typeof chosen)[number], call));
        const select = (versions: readonly DefinitionInfo[]) => versions.at(-1);
        const of = (prompts: typeof known) => new Runtime({ prompts, pageSize, select, logger });
        const [all, some] = [of(definitions), of(known)];
        expect(await listed(all, call)).toEqual(await listed(some, call));
        for (const name of requestedNames)
          expect(await responsesFor(all, name, call)).toEqual(await responsesFor(some, name, call));
        for (const type of definitions)
          expect(await answer(all.prompts.render(type, {}, call))).toEqual(
            await answer(some.prompts.render(type, {}, call)),
          );
      },
    );
    await fc.assert(property, { numRuns: runs(200) });
  }, 60_000);

  test('serves and suggests only the visible versions of a prompt', async () => {
    const registry = new Registry([
      prompt('p', { version: '2.0.0', scopes: ['beta'] }),
      prompt('p', { version: '1.0.0' }),
    ]);
    const runtime = new Runtime({ prompts: registry, logger });
    const served = async (name: string, call?: CallOptions) => (await runtime.prompts.get({ name }, call))._meta;
    expect([await served('p'), await served('p', ada('beta')), await served('p@2.0.0', ada('beta'))]).toEqual(
      ['1.0.0', '2.0.0', '2.0.0'].map((version) => ({ 'dev.cuecard/version': version })),
    );
    expect(await answer(runtime.prompts.get({ name: 'p@2.0.0' }))).toMatchObject({
      message: 'Unknown prompt "p@2.0.0"; did you mean "p@1.0.0"?',
    });
  });
});
