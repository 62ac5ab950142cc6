import {
  type CallOptions,
  definePrompt,
  InvalidCursorError,
  type ListPromptsResult,
  type Definition,
  Registry,
  Runtime,
  type VisibilityOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../../build/jest/processor-time.ts';
import * as fc from 'fast-check';
import { runs, size } from '../../../build/jest/runs.ts';

const logger = { error: () => {}, warn: () => {} };
const prompt = (name: string, options: VisibilityOptions & { version?: string } = {}): Definition =>
  definePrompt({ name, ...options, render: () => name });
const namesOf = ({ prompts }: ListPromptsResult) => prompts.map(({ name }) => name);
const numbered = (count: number, rule: (index: number) => VisibilityOptions = () => ({})) =>
  Array.from({ length: count }, (_, index) => prompt(`p${String(index).padStart(6, '0')}`, rule(index)));

async function walk(runtime: Runtime, call?: CallOptions): Promise<ListPromptsResult[]> {
  const pages = [await runtime.prompts.list({}, call)];
  for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor)
    pages.push(await runtime.prompts.list({ cursor }, call));
  return pages;
}

describe('Runtime.prompts.list', () => {
  test('sorts prompts by the code units of their names', async () => {
    const names = ['b', 'a', 'Z', 'a_b', 'a-b', 'a.b', 'a/b', 'ab', 'a1', 'a10', 'a2', '_'];
    const definitions = names.map((name) => prompt(name)).filter(({ name }) => !['a.b', 'a/b'].includes(name));
    const of = (prompts: Definition[]) => new Runtime({ prompts, pageSize: 3, logger });
    const pages = (await walk(of(definitions))).map(namesOf);
    expect(pages).toEqual([['Z', '_', 'a'], ['a-b', 'a1', 'a10'], ['a2', 'a_b', 'ab'], ['b']]);
    expect((await walk(of(definitions.toReversed()))).map(namesOf)).toEqual(pages);
  });

  test.each([
    [0, 1, [0]],
    [4, 2, [2, 2]],
    [5, 2, [2, 2, 1]],
    [100, undefined, [100]],
    [101, undefined, [100, 1]],
    [3, 1, [1, 1, 1]],
    [3, 1_000_000, [3]],
  ])('splits %d prompts into pages of %s', async (count, pageSize, sizes) => {
    const runtime = new Runtime({ prompts: numbered(count), logger, ...(pageSize && { pageSize }) });
    expect((await walk(runtime)).map(({ prompts }) => prompts.length)).toEqual(sizes);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects a pageSize of %s', (pageSize) => {
    expect(() => new Runtime({ prompts: [], pageSize })).toThrow(RangeError);
  });

  test('returns the same frozen pages until the registry is replaced', async () => {
    const runtime = new Runtime({ prompts: numbered(5), pageSize: 2, logger });
    const old = { client: { revision: '2024-11-05' } };
    const [first, again] = [await walk(runtime), await walk(runtime)];
    expect(first.map((page, index) => page === again[index])).toEqual([true, true, true]);
    expect((await walk(runtime, old))[1]).toBe((await walk(runtime, old))[1]);
    const parts = first.flatMap((page) => [page, page.prompts, ...page.prompts]);
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
    runtime.replace(new Registry(numbered(5)));
    expect(await runtime.prompts.list()).not.toBe(first[0]);
  });

  test('freezes entries for old clients, including their arguments', async () => {
    const prompts = [definePrompt({ name: 'a', args: [{ name: 'x', title: 'X' }], render: () => '' })];
    const runtime = new Runtime({ prompts, logger });
    const page = await runtime.prompts.list({}, { client: { revision: '2024-11-05' } });
    expect(page.prompts).toEqual([{ name: 'a', arguments: [{ name: 'x', required: true }] }]);
    expect(Object.isFrozen(page.prompts[0]?.arguments?.[0])).toBe(true);
  });

  test('fills each page even for a caller who sees only some prompts', async () => {
    const prompts = numbered(10, (index) => (index % 3 === 0 ? { scopes: ['third'] } : {}));
    const runtime = new Runtime({ prompts, pageSize: 2, logger });
    const numbers = async (call?: CallOptions) =>
      (await walk(runtime, call)).map((page) => namesOf(page).map((name) => Number(name.slice(1))));
    expect(await numbers()).toEqual([
      [1, 2],
      [4, 5],
      [7, 8],
    ]);
    expect(await numbers({ auth: { principal: 'ada', scopes: ['third'] } })).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
      [8, 9],
    ]);
  });
});

describe('Runtime.prompts.list cursor', () => {
  const runtime = new Runtime({ prompts: numbered(5), pageSize: 2, logger });
  const hidden = new Runtime({ prompts: numbered(5, () => ({ visible: () => true })), pageSize: 2, logger });

  test.each([
    ['the empty string', ''],
    ['any string', 'cursor'],
    ['base64 of another string', btoa('before:p000001')],
    ['base64 that is not UTF-8', btoa('after:\xff')],
    ['a cursor after a BOM', btoa('\xef\xbb\xbfafter:p000001')],
    ['base64 without padding', btoa('after:p000001').replace(/=+$/, '')],
    ['base64 with a space', `${btoa('after:p000001')} `],
    ['base64 with spare bits', btoa('after:p000001').replace(/.==$/, 'R==')],
    ['null', null],
    ['a number', 0],
    ['an object', { toString: () => btoa('after:p000001') }],
    ['a list', [btoa('after:p000001')]],
  ])('is rejected with -32602 if it is %s', async (_, cursor) => {
    for (const each of [runtime, hidden]) {
      const refused = each.prompts.list({ cursor: cursor as string });
      await expect(refused).rejects.toThrow(InvalidCursorError);
      await expect(refused).rejects.toMatchObject({ code: -32602, data: undefined });
    }
  });

  test('is rejected if it is a random value', async () => {
    const cursors = fc.oneof(fc.string(), fc.base64String(), fc.anything()).filter((cursor) => cursor !== undefined);
    const property = fc.asyncProperty(cursors, async (cursor) => {
      await expect(hidden.prompts.list({ cursor: cursor as string })).rejects.toThrow(InvalidCursorError);
    });
    await fc.assert(property, { numRuns: runs(2_000) });
  });

  test('is rejected if it is longer than 131,072 characters', async () => {
    const list = (length: number) => runtime.prompts.list({ cursor: btoa(`after:${'x'.repeat(length)}`) });
    expect(await list(98_298)).toEqual({ prompts: [] });
    await expect(list(98_299)).rejects.toThrow(InvalidCursorError);
  });

  test('continues after the same name when prompts are added and removed', async () => {
    const { nextCursor } = await runtime.prompts.list();
    const others = new Runtime({ prompts: ['p0000005', 'p000001a', 'q'].map((name) => prompt(name)), logger });
    const page = await others.prompts.list(nextCursor === undefined ? {} : { cursor: nextCursor });
    expect(namesOf(page)).toEqual(['p000001a', 'q']);
  });
});

describe('Runtime.prompts.list while prompts are added and removed', () => {
  const NAMES = Array.from({ length: 12 }, (_, index) => `${'abc'[index % 3]}${index}`);
  const registries = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...NAMES),
      version: fc.constantFrom('1.0.0', '2.0.0', '2.0.0-rc.1'),
      rule: fc.constantFrom('all', 'ada', 'none', undefined),
    }),
    { maxLength: 20, selector: ({ name, version }) => `${name}@${version}` },
  );
  const TESTS = {
    all: () => true,
    ada: ({ auth }: CallOptions) => auth?.principal === 'ada',
    none: () => false,
  };
  type Spec = { name: string; version: string; rule: keyof typeof TESTS | undefined };

  const registryOf = (specs: readonly Spec[]) =>
    new Registry(
      specs.map(({ name, version, rule }) =>
        prompt(name, { version, ...(rule !== undefined && { visible: TESTS[rule] }) }),
      ),
    );
  const visible = (specs: readonly Spec[], call: CallOptions) =>
    new Set(specs.filter(({ rule }) => rule === undefined || TESTS[rule](call)).map(({ name }) => name));

  test('lists exactly once every prompt that is neither added nor removed', async () => {
    const steps = fc.array(registries, { minLength: 1, maxLength: 10 });
    const callers = fc.constantFrom<CallOptions>({}, { auth: { principal: 'ada', scopes: [] } });
    const property = fc.asyncProperty(steps, callers, fc.integer({ min: 1, max: 4 }), async (all, call, pageSize) => {
      const left = [...all];
      const seen: Spec[][] = [left.shift() as Spec[]];
      const runtime = new Runtime({ prompts: registryOf(seen[0] as Spec[]), pageSize, logger });
      let page = await runtime.prompts.list({}, call);
      const walked = namesOf(page);
      while (page.nextCursor !== undefined) {
        const next = left.shift();
        if (next !== undefined) {
          seen.push(next);
          runtime.replace(registryOf(next));
        }
        page = await runtime.prompts.list({ cursor: page.nextCursor }, call);
        walked.push(...namesOf(page));
      }
      const known = seen.map((specs) => visible(specs, call));
      const lasting = NAMES.filter((name) => known.every((names) => names.has(name)));
      expect(walked).toEqual([...new Set(walked)].toSorted());
      expect(lasting.filter((name) => !walked.includes(name))).toEqual([]);
      expect(walked.filter((name) => !known.some((names) => names.has(name)))).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(2_000) });
  });
});

describe('Duration of Runtime.prompts.list', () => {
  /** The shortest of several runs, because other processes share the machine. */
  async function fastest(work: () => Promise<unknown>): Promise<number> {
    const times = [];
    for (let run = 0; run < 10; run += 1) {
      const start = processorMs();
      await work();
      times.push(processorMs() - start);
    }
    return Math.min(...times);
  }
  const [yes, no] = [() => true, () => false];

  test('grows less than fivefold from 200 to 4,000 prompts', async () => {
    const rule = (index: number) => ({ visible: index % 2 === 0 ? yes : no });
    const [few, many] = [200, 4_000].map((count) => new Runtime({ prompts: numbered(count, rule), logger }));
    const [small, large] = [
      await fastest(async () => few?.prompts.list()),
      await fastest(async () => many?.prompts.list()),
    ];
    expect(large).toBeLessThan(small * 5);
  });

  test('stays under 100 ms if every prompt has its own rule', async () => {
    const prompts = numbered(size(10_000), (index) => ({ visible: () => index % 7 > 0 }));
    const runtime = new Runtime({ prompts, logger });
    expect(await fastest(() => runtime.prompts.list())).toBeLessThan(100);
  });
});
