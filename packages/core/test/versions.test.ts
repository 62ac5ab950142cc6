import {
  byClient,
  byLabel,
  byPercentage,
  type CallOptions,
  definePrompt,
  Prompt,
  type Definition,
  type PromptHandler,
  type PromptOptions,
  Registry,
  Runtime,
  type VersionSelector,
  sectionOf,
} from '@cuecard/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs, size } from '../../../build/jest/runs.ts';
import { tokens } from './support/tokens.ts';
import { promptClass } from './support/prompts.ts';

declare module '@cuecard/core' {
  interface ContextBag {
    tenant?: string;
  }
}

const logged: unknown[][] = [];
const log = (...line: unknown[]) => void logged.push(line);
const logger = { error: log, warn: log };
afterEach(() => void logged.splice(0));

type Options = Pick<PromptOptions, 'labels' | 'deprecated' | 'description' | 'scopes'> & { name?: string };

/** A version that renders its number, and completes with it. */
const version = (number: string, { name = 'review', ...options }: Options = {}): Definition =>
  definePrompt({
    name,
    version: number,
    ...options,
    args: [{ name: 'topic', complete: [number], required: false }],
    render: () => number,
  });
const entry = (number: string) => ({ name: 'review', _meta: { 'dev.cuecard/version': number } });
const ada = (principal = 'ada', ...scopes: string[]): CallOptions => ({ auth: { principal, scopes } });
const runtimeOf = (prompts: readonly Definition[] | Registry, ...select: VersionSelector[]) =>
  new Runtime({ prompts, select, logger });

/** The version that a caller gets. Checks that the list, a completion and `_meta` of the result agree. */
async function served(runtime: Runtime, call: CallOptions = {}, name = 'review'): Promise<string> {
  const got = await runtime.prompts.get({ name }, call);
  const [listed] = (await runtime.prompts.list({}, call)).prompts.filter((each) => name.startsWith(each.name));
  const ref = { type: 'ref/prompt', name } as const;
  const completed = await runtime.complete({ ref, argument: { name: 'topic', value: '' } }, call);
  const number = got._meta?.['dev.cuecard/version'] as string;
  const isAddressed = name.includes('@');
  expect([
    got.messages[0]?.content,
    completed.completion.values,
    isAddressed ? number : listed?._meta?.['dev.cuecard/version'],
  ]).toEqual([{ type: 'text', text: number }, [number], number]);
  return number;
}

describe('Runtime with several versions', () => {
  test('serves the highest release by name, and each version by number', async () => {
    const numbers = ['1.0.0', '1.10.0', '1.9.0', '2.0.0-rc.1', '1.10.0-beta'];
    const runtime = runtimeOf(numbers.map((number) => version(number)));
    expect(await served(runtime)).toBe('1.10.0');
    for (const number of numbers) expect(await served(runtime, {}, `review@${number}`)).toBe(number);
    expect((await runtime.prompts.list()).prompts).toMatchObject([entry('1.10.0')]);
    await expect(runtime.prompts.get({ name: 'review@1.9' })).rejects.toMatchObject({
      code: -32602,
      message: 'Unknown prompt "review@1.9"; did you mean "review@1.9.0"?',
    });
    for (const name of ['review@', 'review@latest', 'review@1.9.0@1.9.0', '@1.9.0', 'review@undefined'])
      await expect(runtime.prompts.get({ name })).rejects.toMatchObject({ code: -32602 });
  });

  test('rejects a version number for a prompt without versions', async () => {
    const runtime = runtimeOf([definePrompt({ name: 'plain', render: () => 'plain' })]);
    expect(await runtime.prompts.get({ name: 'plain' })).not.toHaveProperty('_meta');
    await expect(runtime.prompts.get({ name: 'plain@1.0.0' })).rejects.toThrow(
      'Unknown prompt "plain@1.0.0"; did you mean "plain"?',
    );
    expect(runtime.registry.without(['plain@undefined']).list()).toHaveLength(1);
  });

  test('renders each version with its own class', async () => {
    const First = promptClass('First', 'first', { name: 'review', version: '1.0.0' });
    const Second = promptClass('Second', 'second', { name: 'review', version: '2.0.0' });
    const runtime = new Runtime({ prompts: [First, Second], logger });
    expect(await Promise.all([runtime.prompts.render(First, {}), runtime.prompts.render(Second, {})])).toMatchObject([
      { messages: [{ content: { text: 'first' } }] },
      { messages: [{ content: { text: 'second' } }] },
    ]);
  });
});

describe('Registry.versions()', () => {
  const sorted = (numbers: readonly string[]) =>
    new Registry(numbers.map((number) => version(number))).versions('review')?.map((each) => each.version) ?? [];

  test('sorts by semver precedence, highest first, prereleases last', () => {
    const highest = `10.0.0 9.0.0 1.0.1 1.0.0+b 1.0.0+a 0.0.0 2.0.0-0 1.0.0-x.y 1.0.0-rc.1 1.0.0-beta.11 1.0.0-beta.2
      1.0.0-beta 1.0.0-alpha.beta 1.0.0-alpha.1 1.0.0-alpha.0 1.0.0-alpha 1.0.0-X 1.0.0-1a 1.0.0--
      1.0.0-10 1.0.0-9`.split(/\s+/);
    expect(sorted(highest.toReversed())).toEqual(highest);
  });

  test('sorts any versions independently of their order in the list', () => {
    const identifier = fc.constantFrom('0', '1', '2', '10', 'a', 'x', 'X', '1a', '-', 'rc', 'beta');
    const parts = fc.array(identifier, { minLength: 1, maxLength: 3 }).map((all) => all.join('.'));
    const numbers = fc
      .tuple(fc.nat(2), fc.nat(2), fc.option(parts), fc.option(parts))
      .map(([major, minor, pre, build]) => `${major}.${minor}.0${pre ? `-${pre}` : ''}${build ? `+${build}` : ''}`);
    const lists = fc.uniqueArray(numbers, { minLength: 2, maxLength: 12 });
    const property = fc.property(
      lists.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => expect(sorted(shuffled)).toEqual(sorted(list)),
    );
    fc.assert(property, { numRuns: runs(1_000) });
  });
});

describe('PromptOptions.version', () => {
  test.each(['1.0', 'v1.0.0', '1.0.0-01', '01.0.0', '1.x.0', 'latest', ''])('rejects "%s"', (number) => {
    expect(() => version(number)).toThrow(`has the version "${number}", which is not a semantic version`);
  });
});

describe('PromptOptions.labels', () => {
  const all = [
    version('1.0.0', { labels: ['production', 'stable'] }),
    version('2.0.0', { labels: ['beta'] }),
    version('3.0.0'),
  ];

  test.each<[string, string[], string]>([
    ['one label', ['production'], '1.0.0'],
    ['the first label of several that a version has', ['canary', 'beta', 'production'], '2.0.0'],
    ['a version number', ['2.0.0'], '2.0.0'],
    ['an unknown label: the highest version', ['nobody'], '3.0.0'],
    ['no label: the highest version', [], '3.0.0'],
  ])('lets byLabel() choose by %s', async (_, labels, number) => {
    expect(await served(runtimeOf(all, byLabel(...labels)))).toBe(number);
  });

  test('defers to the next selector if no version has a requested label', async () => {
    const other = [version('1.0.0', { name: 'other' }), version('2.0.0', { name: 'other', labels: ['beta'] })];
    const runtime = runtimeOf([...all, ...other], byLabel('production'), byLabel('beta'));
    expect([await served(runtime), await served(runtime, {}, 'other')]).toEqual(['1.0.0', '2.0.0']);
  });

  test('logs an unknown label in `select` once, with a suggestion', async () => {
    const select = [byLabel('prodution', 'stable'), byPercentage('2.0.0', 10), byClient({ cli: 'nowhere' })];
    const runtime = runtimeOf([], ...select);
    expect(logged).toEqual([]);
    runtime.replace(new Registry(all));
    runtime.replace(new Registry(all.slice(0, 2)));
    expect(logged).toEqual([
      [
        `The option select uses the label "prodution", which no version has. Did you mean "production"? See ${sectionOf('label-unknown')}`,
      ],
      [
        `The option select uses the label "nowhere", which no version has. The label has no effect. See ${sectionOf('label-unknown')}`,
      ],
    ]);
  });

  test.each(['latest', '1', '1.0.0', 'a b', '', 'ü'])('rejects the invalid label "%s"', (label) => {
    expect(() => version('1.0.0', { labels: [label] })).toThrow(`has the label "${label}", which is invalid`);
  });

  test('rejects a label on two versions or without a version', () => {
    expect(() => new Registry([...all, version('4.0.0', { labels: ['beta'] })])).toThrow(
      'and review both have the label "beta" of "review". Give each label to only one version.',
    );
    const unnumbered = () => definePrompt({ name: 'plain', labels: ['beta'], render: () => '' });
    expect(unnumbered).toThrow('has labels but no version');
  });
});

const labelled = new Registry([
  version('1.0.0', { labels: ['production', 'stable'] }),
  version('2.0.0'),
  version('1.0.0', { name: 'other', labels: ['production'] }),
]);
const labelsOf = (of: Registry, name = 'review') =>
  Object.fromEntries((of.versions(name) ?? []).map((each) => [each.version, each.labels]));

describe('Registry.with()', () => {
  test('applies the labels of new definitions, and rejects duplicate labels', () => {
    const edited = labelled.with(version('1.0.0'), version('2.0.0', { labels: ['production'] }));
    expect(labelsOf(edited)).toEqual({ '1.0.0': [], '2.0.0': ['production'] });
    expect(() => labelled.with(version('2.0.0', { labels: ['production'] }))).toThrow(
      'Give each label to only one version',
    );
  });
});

describe('byPercentage()', () => {
  const versions = [version('1.0.0'), version('2.0.0', { labels: ['canary'] }), version('3.0.0', { labels: ['beta'] })];
  const PRINCIPALS = Array.from({ length: size(100_000) }, (_, index) => `user-${index}`);
  /** Calls the selector directly, because a hundred thousand requests would not test more. */
  const gets = (select: VersionSelector, who: string, of = versions) =>
    (select(of, { auth: { principal: who, scopes: [] } } as never) as Definition | undefined)?.version;
  const share = (select: VersionSelector) =>
    (PRINCIPALS.filter((who) => gets(select, who) !== undefined).length / PRINCIPALS.length) * 100;

  test.each([0, 0.5, 1, 10, 33.3, 50, 99, 100])('chooses about this percentage of principals: %d', (percent) => {
    const deviation = Math.sqrt((percent * (100 - percent)) / PRINCIPALS.length);
    expect(Math.abs(share(byPercentage('canary', percent)) - percent)).toBeLessThanOrEqual(4 * deviation);
  });

  test('distributes principals evenly over 100 percentages', () => {
    const counts = Array.from({ length: 100 }, () => 0);
    const steps = Array.from({ length: 100 }, (_, index) => byPercentage('canary', index + 1));
    for (const who of PRINCIPALS) {
      let [low, high] = [0, 99];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (gets(steps[middle] as VersionSelector, who) === undefined) low = middle + 1;
        else high = middle;
      }
      counts[low] = (counts[low] ?? 0) + 1;
    }
    const expected = PRINCIPALS.length / 100;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // The chi-squared limit for 99 degrees of freedom. One of ten thousand runs exceeds it.
    expect(chiSquare).toBeLessThan(160);
  });

  test('keeps every chosen principal when the percentage grows', () => {
    const percents = fc.tuple(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 100, noNaN: true }),
    );
    const property = fc.property(percents, fc.string(), ([one, other], who) => {
      const [less, more] = [byPercentage('canary', Math.min(one, other)), byPercentage('canary', Math.max(one, other))];
      return gets(less, who) === undefined || gets(more, who) === '2.0.0';
    });
    expect(() => fc.assert(property, { numRuns: runs(10_000) })).not.toThrow();
  });

  test('chooses independent principals for each label and prompt', () => {
    const both = PRINCIPALS.filter(
      (who) => gets(byPercentage('canary', 50), who) && gets(byPercentage('beta', 50), who),
    );
    expect(both.length / PRINCIPALS.length).toBeCloseTo(0.25, 1);
    const others = [version('2.0.0', { name: 'other', labels: ['canary'] }), version('1.0.0', { name: 'other' })];
    const half = byPercentage('canary', 50);
    const same = PRINCIPALS.filter(
      (who) => (gets(half, who) === undefined) === (gets(half, who, others) === undefined),
    );
    expect(same.length / PRINCIPALS.length).toBeCloseTo(0.5, 1);
  });

  test('decides by the principal, otherwise by the session, otherwise defers', async () => {
    const runtime = runtimeOf(versions, byPercentage('canary', 50), byLabel('1.0.0'));
    const all = (calls: CallOptions[]) => Promise.all(calls.map((call) => served(runtime, call)));
    const principals = PRINCIPALS.slice(0, 50);
    const [first, again] = [await all(principals.map((who) => ada(who))), await all(principals.map((who) => ada(who)))];
    const sessions = await all(principals.map((sessionId) => ({ sessionId })));
    const moved = await all(principals.map((who) => ({ ...ada(who), sessionId: `${who}'s other session` })));
    expect(new Set(first)).toEqual(new Set(['1.0.0', '2.0.0']));
    expect([again, sessions, moved]).toEqual([first, first, first]);
    expect(await served(runtime)).toBe('1.0.0');
  });

  test.each([-1, 100.1, Number.NaN, Number.POSITIVE_INFINITY])('rejects %s', (percent) => {
    expect(() => byPercentage('canary', percent)).toThrow(RangeError);
  });
});

describe('byPercentage() with a function that returns the percentage', () => {
  const versions = [version('1.0.0', { labels: ['production'] }), version('2.0.0', { labels: ['canary'] })];
  const share = async (percent: number | ((of: { name: string }) => number)) => {
    const runtime = runtimeOf(versions, byPercentage('canary', percent), byLabel('production'));
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, at) => runtime.find('review', 'prompt', ada(`p${at}`))),
    );
    return all.filter((each) => each?.version === '2.0.0').length;
  };

  test('passes the version to the function, and uses the returned percentage', async () => {
    const names: string[] = [];
    const byFunction = await share(({ name }) => {
      names.push(name);
      return 30;
    });
    expect([byFunction, new Set(names)]).toEqual([await share(30), new Set(['review'])]);
  });

  test('selects the labelled version for no caller if the function returns an invalid percentage', async () => {
    expect([await share(() => Number.NaN), await share(() => -1)]).toEqual([0, 0]);
  });
});

describe('RuntimeOptions.select', () => {
  const versions = [version('1.0.0', { labels: ['old'] }), version('2.0.0')];

  test('chooses by client name and by the context bag', async () => {
    const byTenant: VersionSelector = (all, { bag }) => all.find(({ labels }) => labels.includes(bag.tenant ?? ''));
    const runtime = runtimeOf(versions, byClient({ 'old-cli': 'old', pinned: '1.0.0', lost: 'nowhere' }), byTenant);
    const client = (name?: string) => ({ client: { revision: '2025-11-25', name } });
    const calls = [
      ...['old-cli', 'pinned', 'lost', '__proto__', undefined].map(client),
      {},
      { bag: { tenant: 'old' } },
    ];
    expect(await Promise.all(calls.map((call) => served(runtime, call)))).toEqual(
      tokens`1.0.0 1.0.0 2.0.0 2.0.0 2.0.0 2.0.0 1.0.0`,
    );
  });

  const thrown = new Error('no idea');
  const foreign = new TypeError('A selector must return one of the versions or undefined, but returned something else');
  test.each<[string, () => unknown, Error]>([
    [
      'throws',
      () => {
        throw thrown;
      },
      thrown,
    ],
    ['returns a foreign definition', () => version('1.0.0'), foreign],
    ['rejects', () => Promise.reject(thrown), thrown],
    ['resolves with a string', async () => '1.0.0', foreign],
    ['returns a string', () => '1.0.0', foreign],
  ])('logs once per request and skips a selector that %s', async (_, select, error) => {
    const others = [version('1.0.0', { name: 'other' }), version('2.0.0', { name: 'other' })];
    const runtime = runtimeOf([...versions, ...others], select as VersionSelector, byLabel('old'));
    expect((await runtime.prompts.list()).prompts).toMatchObject([{ name: 'other' }, entry('1.0.0')]);
    expect(logged).toEqual([['The list of prompts could not choose a version', error]]);
  });

  test('passes only visible versions, highest first, and only if there are several', async () => {
    const received: unknown[] = [];
    const runtime = runtimeOf(
      [...versions, version('3.0.0', { scopes: ['beta'] }), version('4.0.0-rc.1'), version('1.0.0', { name: 'only' })],
      (all) => void received.push(all.map((each) => each.version)),
    );
    await runtime.prompts.get({ name: 'review' });
    await runtime.prompts.get({ name: 'review' }, ada('ada', 'beta'));
    await runtime.prompts.get({ name: 'review@1.0.0' });
    await runtime.prompts.get({ name: 'only' });
    expect(received).toEqual([
      ['2.0.0', '1.0.0', '4.0.0-rc.1'],
      ['3.0.0', '2.0.0', '1.0.0', '4.0.0-rc.1'],
    ]);
  });

  test('ignores the choice of a hidden version', async () => {
    const secret = version('3.0.0', { scopes: ['beta'], labels: ['new'] });
    const runtime = runtimeOf([...versions, secret], () => secret, byLabel('new'));
    expect([await served(runtime, ada('ada', 'beta')), await served(runtime)]).toEqual(['3.0.0', '2.0.0']);
  });

  test('rejects invalid options at compile time', () => {
    const options = [
      // @ts-expect-error a label is not a selector
      () => new Runtime({ prompts: [], select: 'production' }),
      // @ts-expect-error a percentage is a number
      () => byPercentage('canary', '10'),
      // @ts-expect-error a client gets one label
      () => byClient({ cli: ['production', 'beta'] }),
      // @ts-expect-error labels must be an array
      () => version('1.0.0', { labels: 'production' }),
      // @ts-expect-error a version is a string
      () => definePrompt({ name: 'a', version: 1, render: () => '' }),
    ];
    expect(options).toHaveLength(5);
  });
});

describe('PromptOptions.deprecated', () => {
  test.each([
    [true, undefined, 'Deprecated: It may be removed in a later release.', 'It may be removed in a later release'],
    ['use summary', 'Reviews.', 'Deprecated: use summary. Reviews.', 'use summary'],
    ['Use summary!', undefined, 'Deprecated: Use summary!', 'Use summary!'],
  ])('adds the deprecation to description and _meta: %s', async (deprecated, description, said, meta) => {
    const runtime = runtimeOf([version('1.0.0', { deprecated, ...(description && { description }) })]);
    const [listed] = (await runtime.prompts.list()).prompts;
    expect(listed?.description).toBe(said);
    expect(listed?._meta).toMatchObject({ 'dev.cuecard/deprecated': meta, 'dev.cuecard/version': '1.0.0' });
  });

  test('is logged on first use, even after definitions change', async () => {
    const old = () => version('1.0.0', { deprecated: 'use 2.0.0' });
    const runtime = runtimeOf([old(), version('2.0.0')]);
    await runtime.prompts.list();
    await runtime.prompts.get({ name: 'review' });
    expect(logged).toEqual([]);
    for (const registry of [runtime.registry, runtime.registry.with(old())]) {
      runtime.replace(registry);
      await runtime.prompts.get({ name: 'review@1.0.0' });
    }
    expect(logged).toEqual([['Prompt "review@1.0.0" is deprecated but still used: use 2.0.0']]);
  });

  test('does not change the description if `deprecated` is false', async () => {
    const runtime = runtimeOf([version('1.0.0', { deprecated: false })]);
    expect((await runtime.prompts.list()).prompts[0]?.description).toBeUndefined();
  });

  test('is logged once for prompts.get and prompts.render together', async () => {
    class Old implements PromptHandler {
      render = () => 'old';
    }
    Prompt({ name: 'old', deprecated: true })(Old);
    const lines: string[] = [];
    const runtime = new Runtime({ prompts: [Old], logger: { error() {}, warn: (line) => void lines.push(line) } });
    await runtime.prompts.get({ name: 'old' });
    await runtime.prompts.render(Old, {});
    expect(lines).toEqual(['Prompt "old" is deprecated but still used: It may be removed in a later release']);
  });
});
