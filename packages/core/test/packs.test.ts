import {
  definePack,
  definePrompt,
  fromServices,
  type Interceptor,
  mount,
  Prompt,
  type RegistryEntry,
  RequestError,
  type PromptHandler,
  Registry,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs, size } from '../../../build/jest/runs.ts';
import { definitionFaults, faultAt } from './support/faults.ts';
import { promptClass } from './support/prompts.ts';

const Review = promptClass('Review', 'review', { description: 'Asks for a review' });
const Explain = promptClass('Explain', 'explain');
const reviews = definePack({ name: 'reviews', version: '1.2.0', prompts: [Review, Explain] });

const namesOf = (...entries: RegistryEntry[]) => [...new Registry(entries).names()];

/** The addresses of prompts: `name@version`. */
const listOf = (...entries: RegistryEntry[]) =>
  new Registry(entries).list().map(({ name, version }) => `${name}@${version}`);

const faultsOf = (...entries: RegistryEntry[]) => definitionFaults(() => new Registry(entries));

async function said(runtime: Runtime, name: string): Promise<unknown> {
  const { messages } = await runtime.prompts.get({ name });
  return messages.map(({ content }) => content.type === 'text' && content.text).join();
}

describe('definePack', () => {
  test('serves each prompt of the pack', async () => {
    const Own = promptClass('Own', 'own');
    const runtime = new Runtime({ prompts: [Own, reviews] });
    expect([...runtime.registry.names()]).toEqual(['explain', 'own', 'review']);
    expect(await Promise.all(['explain', 'own', 'review'].map((name) => said(runtime, name)))).toEqual([
      'explain',
      'own',
      'review',
    ]);
  });

  test('accepts an empty list, a generator and prompts from data', () => {
    function* generated(): Iterable<RegistryEntry> {
      for (const name of ['one', 'two']) yield definePrompt({ name, render: () => name });
    }
    const empty = definePack({ name: 'empty', version: '1.0.0', prompts: [] });
    const rows = definePack({ name: 'rows', version: '1.0.0', prompts: generated() });
    expect(namesOf(empty, mount(empty, { prefix: 'a', only: [] }), rows, mount(rows, { prefix: 'b' }))).toEqual([
      'b_one',
      'b_two',
      'one',
      'two',
    ]);
  });

  test('gives the version of the pack to prompts without a version', async () => {
    const Draft = promptClass('Draft', 'draft', { version: '3.0.0-beta.1' });
    const pack = definePack({ name: 'pack', version: '1.2.0', prompts: [Review, Draft] });
    const outer = definePack({ name: 'outer', version: '9.0.0', prompts: [pack, Explain] });
    expect(listOf(outer)).toEqual(['draft@3.0.0-beta.1', 'explain@9.0.0', 'review@1.2.0']);
    const runtime = new Runtime({ prompts: [pack] });
    expect((await runtime.prompts.list()).prompts).toEqual([
      { name: 'draft', _meta: { 'dev.cuecard/version': '3.0.0-beta.1' } },
      { name: 'review', description: 'Asks for a review', _meta: { 'dev.cuecard/version': '1.2.0' } },
    ]);
  });
});

describe('mount', () => {
  test('adds the prefix to each name', () => {
    expect(namesOf(mount(reviews, { prefix: 'team' }))).toEqual(['team_explain', 'team_review']);
  });

  test('selects prompts with `only` and renames prompts with `rename`', () => {
    expect([
      namesOf(mount(reviews, { only: ['review'] })),
      namesOf(mount(reviews, { rename: { review: 'explain', explain: 'review' } })),
      namesOf(mount(reviews, { only: ['review'], rename: { review: 'look', explain: 'tell' }, prefix: 'team' })),
    ]).toEqual([['review'], ['explain', 'review'], ['team_look']]);
  });

  test('replaces all versions of a prompt with `override`', async () => {
    const OldReview = promptClass('OldReview', 'old', { name: 'review', version: '0.9.0' });
    const OurReview = promptClass('OurReview', 'ours', { name: 'review' });
    const pack = definePack({ name: 'reviews', version: '1.2.0', prompts: [Review, OldReview, Explain] });
    const mounted = mount(pack, { override: [OurReview], prefix: 'team' });
    expect([listOf(pack), listOf(mounted)]).toEqual([
      ['explain@1.2.0', 'review@1.2.0', 'review@0.9.0'],
      ['team_explain@1.2.0', 'team_review@1.2.0'],
    ]);
    expect(await said(new Runtime({ prompts: [mounted] }), 'team_review@1.2.0')).toBe('ours');
    expect(namesOf(mount(pack, { override: [mount(reviews, { only: ['explain'] })] }))).toEqual(['explain', 'review']);
  });

  test('puts the prefix of an outer mount before the prefix of an inner mount', () => {
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [mount(reviews, { prefix: 'in' })] });
    const outer = definePack({
      name: 'outer',
      version: '1.0.0',
      prompts: [mount(inner, { prefix: 'mid', rename: { in_review: 'look' } })],
    });
    expect(namesOf(mount(outer, { prefix: 'out', only: ['mid_look', 'mid_in_explain'] }))).toEqual([
      'out_mid_in_explain',
      'out_mid_look',
    ]);
    const { owner, name } = new Registry([outer]).get('mid_look') ?? {};
    expect([owner, name]).toEqual(['outer/inner/reviews', 'mid_look']);
  });

  test('uses the resolver of the mount, even if a pack is mounted several times', async () => {
    abstract class Style {
      abstract readonly tone: string;
    }
    @Prompt()
    class Toned implements PromptHandler {
      constructor(private readonly style: Style) {}
      render = () => this.style.tone;
    }
    const pack = definePack({ name: 'toned', version: '1.0.0', prompts: [Toned], requires: [Style] });
    const styled = (tone: string) => fromServices([[Style, { tone }]]);
    const outer = definePack({
      name: 'outer',
      version: '1.0.0',
      prompts: [mount(pack, { prefix: 'kind', resolver: styled('kind') }), pack],
    });
    const prompts = [outer, mount(outer, { prefix: 'terse', resolver: styled('terse') })];
    const runtime = new Runtime({ prompts, resolver: styled('plain') });
    const names = ['toned', 'kind_toned', 'terse_toned', 'terse_kind_toned'];
    expect(await Promise.all(names.map((name) => said(runtime, name)))).toEqual(['plain', 'kind', 'terse', 'kind']);
  });

  test('checks visibility and runs interceptors from the outermost pack inwards', async () => {
    const calls: string[] = [];
    const noting =
      (name: string): Interceptor =>
      (_call, next) => {
        calls.push(name);
        return next();
      };
    const seen = (name: string) => ({ visible: () => calls.push(`${name}?`) > 0, interceptors: [noting(name)] });
    @Prompt(seen('prompt'))
    class Noted implements PromptHandler {
      render = () => 'noted';
    }
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Noted], ...seen('inner') });
    const mounted = mount(inner, seen('inner mount'));
    const outer = definePack({ name: 'outer', version: '1.0.0', prompts: [mounted], ...seen('outer') });
    const prompts = [mount(outer, seen('outer mount'))];
    const runtime = new Runtime({ prompts, interceptors: [noting('runtime')] });
    await runtime.prompts.get({ name: 'noted' });
    const order = ['outer mount', 'outer', 'inner mount', 'inner', 'prompt'];
    expect(calls).toEqual(['runtime', ...order.map((each) => `${each}?`), ...order]);
  });

  test('constructs interceptors of a pack with the resolver of its mount', async () => {
    abstract class Sink {
      abstract add(line: string): void;
    }
    const Decorated = (_type: Function) => {};
    @Decorated
    class Noting {
      constructor(private readonly sink: Sink) {}
      intercept: Interceptor = (call, next) => {
        this.sink.add(call.method);
        return next();
      };
    }
    const pack = definePack({
      name: 'pack',
      version: '1.0.0',
      prompts: [Review],
      interceptors: [Noting],
      requires: [Sink],
    });
    const outer = definePack({ name: 'outer', version: '1.0.0', prompts: [pack] });
    const sinks = [new Set<string>(), new Set<string>(), new Set<string>()] as const;
    const giving = (sink: Set<string>) => fromServices([[Sink, sink]]);
    const runtime = new Runtime({
      prompts: [
        mount(pack, { resolver: giving(sinks[1]), prefix: 'a' }),
        mount(outer, { resolver: giving(sinks[2]), prefix: 'b' }),
      ],
      resolver: giving(sinks[0]),
      interceptors: [Noting],
    });
    await runtime.prompts.list();
    await runtime.prompts.get({ name: 'a_review' });
    await runtime.complete({ ref: { type: 'ref/prompt', name: 'b_review' }, argument: { name: 'none', value: '' } });
    expect(sinks.map((sink) => [...sink])).toEqual([
      ['prompts/list', 'prompts/get', 'completion/complete'],
      ['prompts/get'],
      ['completion/complete'],
    ]);
  });

  test('looks up the services in `requires` in the resolver of the nearest mount', () => {
    abstract class Sink {}
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Review], requires: [Sink] });
    const outer = definePack({ name: 'outer', version: '1.0.0', prompts: [inner] });
    const resolver = fromServices([[Sink, {}]]);
    const { registry } = new Runtime({ prompts: [mount(outer, { resolver })] });
    expect([...registry.names()]).toEqual(['review']);
    const lacking = definePack({
      name: 'lacking',
      version: '1.0.0',
      prompts: [mount(inner, { resolver: fromServices([]) })],
    });
    expect(() => new Runtime({ prompts: [lacking], resolver })).toThrow('lacking/inner needs Sink');
  });

  test('requires the scopes of both the pack and the mount', () => {
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Review], scopes: ['read'] });
    const runtime = new Runtime({ prompts: [mount(inner, { scopes: ['team'] })] });
    const as = (...scopes: string[]) => runtime.prompts.list({}, { auth: { principal: 'ada', scopes } });
    return expect(
      Promise.all([runtime.prompts.list(), as('read'), as('team'), as('team', 'read')]),
    ).resolves.toMatchObject([{ prompts: [] }, { prompts: [] }, { prompts: [] }, { prompts: [{ name: 'review' }] }]);
  });
});

describe('Registry with two versions of a pack', () => {
  test('serves both versions, even if they share a class', async () => {
    const NewReview = promptClass('NewReview', 'new', { name: 'review' });
    const next = definePack({ name: 'reviews', version: '2.0.0', prompts: [NewReview, Explain] });
    const runtime = new Runtime({ prompts: [reviews, next] });
    expect(listOf(reviews, next)).toEqual(['explain@2.0.0', 'explain@1.2.0', 'review@2.0.0', 'review@1.2.0']);
    const names = ['review', 'review@1.2.0', 'review@2.0.0'];
    expect(await Promise.all(names.map((name) => said(runtime, name)))).toEqual(['new', 'review', 'new']);
    expect((await runtime.prompts.render(Review, {})).messages).toEqual(
      (await runtime.prompts.get({ name: 'review@1.2.0' })).messages,
    );
    await expect(runtime.prompts.render(Explain, {})).rejects.toEqual(
      new RequestError(
        'Explain is mounted as explain@2.0.0 and explain@1.2.0: use one of these names instead of the class',
      ),
    );
  });
});

describe('Runtime.prompts.render with a class mounted twice', () => {
  test('rejects the call with an error that lists both names of the class', async () => {
    const runtime = new Runtime({ prompts: [mount(reviews, { prefix: 'a' }), mount(reviews, { prefix: 'b' })] });
    await expect(runtime.prompts.render(Review, {})).rejects.toEqual(
      new RequestError('Review is mounted as a_review and b_review: use one of these names instead of the class'),
    );
    expect(await said(runtime, 'b_review')).toBe('review');
    const once = new Runtime({ prompts: [mount(reviews, { prefix: 'a' })] });
    expect((await once.prompts.render(Review, {})).messages).toHaveLength(1);
  });
});

describe('Registry with faulty packs', () => {
  const names = 'Use letters, digits, "_", "-", "." and "/" in prefixes and names, at most 128 characters together';

  test('suggests the closest name for an unknown name in the options of a mount', () => {
    const Misspelt = promptClass('Misspelt', '', { name: 'reviw' });
    const options = { only: ['explian', 'zzz'], rename: { Review: 'look' }, override: [Misspelt] };
    const outer = definePack({ name: 'outer', version: '1.0.0', prompts: [mount(reviews, options)] });
    const place = { where: 'outer/reviews', type: 'reviews' };
    expect(faultsOf(outer)).toEqual([
      {
        ...place,
        id: 'mount-name-unknown',
        problem: 'has no prompt "reviw", but `override` names it',
        remedy: 'Write "review" instead',
      },
      {
        ...place,
        id: 'mount-name-unknown',
        problem: 'has no prompt "Review", but `rename` names it',
        remedy: 'Write "review" instead',
      },
      {
        ...place,
        id: 'mount-name-unknown',
        problem: 'has no prompt "explian", but `only` names it',
        remedy: 'Write "explain" instead',
      },
      {
        ...place,
        id: 'mount-name-unknown',
        problem: 'has no prompt "zzz", but `only` names it',
        remedy: 'Name one of its prompts in `only`',
      },
    ]);
  });

  test('reports an invalid version or prefix once', () => {
    const unordered = definePack({ name: 'unordered', version: 'new', prompts: [Review, Explain] });
    expect(faultsOf(unordered, mount(reviews, { prefix: 'our team' }), mount(reviews, { prefix: '' }))).toEqual([
      faultAt(
        'unordered',
        'version-invalid',
        'has the version "new", which is not a semantic version',
        'Use a semantic version, such as 1.2.0 or 2.0.0-beta.1',
      ),
      faultAt('reviews', 'name-invalid', 'is mounted with the invalid prefix "our team"', names),
      faultAt('reviews', 'name-invalid', 'is mounted with the invalid prefix ""', names),
    ]);
  });

  test('reports each prompt whose mounted name is invalid', () => {
    const long = 'p'.repeat(121);
    expect(namesOf(mount(reviews, { prefix: long, only: ['review'] }))).toEqual([`${long}_review`]);
    expect(faultsOf(mount(reviews, { prefix: long, rename: { review: 'a b' } }))).toEqual([
      faultAt(
        'reviews/Review',
        'name-invalid',
        `would be named "${long}_a b", which some clients do not support`,
        names,
      ),
      faultAt(
        'reviews/Explain',
        'name-invalid',
        `would be named "${long}_explain", which some clients do not support`,
        names,
      ),
    ]);
  });

  test('reports a faulty prompt once, with its path', () => {
    const Invalid = promptClass('Invalid', '', { name: 'in valid' });
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [Invalid, Review] });
    const outer = definePack({ name: 'outer', version: '1.0.0', prompts: [mount(inner, { only: ['in valid'] })] });
    expect(faultsOf(outer)).toEqual([
      faultAt(
        'outer/inner/Invalid',
        'name-invalid',
        'has the name "in valid", which some clients do not support',
        'Give @Prompt() a name of 1 to 128 letters, digits, "_", "-", "." or "/"',
      ),
    ]);
  });

  test('reports entries that are not prompts or packs', () => {
    const foreign = { ...reviews };
    const pack = definePack({ name: 'pack', version: '1.0.0', prompts: [foreign, undefined, null, 'x', {}] as never });
    const problem = 'is listed but is not a class, definition or pack';
    const remedy =
      'List only classes, definitions and packs. If it is one of these, install only one copy of @cuecard/core';
    expect(faultsOf(pack)).toEqual(
      ['reviews', 'undefined', 'null', 'x', 'prompts[4]'].map((name) => ({
        where: `pack/${name}`,
        id: 'entry-invalid',
        type: name,
        problem,
        remedy,
      })),
    );
  });
});

describe('Registry with prompts of the same name', () => {
  const rename = 'Give one of them another name';

  test('reports both prompts, whether they come from code or from packs', () => {
    const Own = promptClass('Own', '', { name: 'review' });
    const others = definePack({ name: 'others', version: '1.2.0', prompts: [Own] });
    const outer = definePack({ name: 'outer', version: '1.2.0', prompts: [reviews] });
    const prefix = `${rename}, or mount a pack with a prefix`;
    expect([
      faultsOf(Own, mount(reviews, { only: ['review'] })),
      faultsOf(mount(reviews, { only: ['review'] }), others),
      faultsOf(mount(reviews, { only: ['review'] }), mount(outer, { only: ['review'] })),
    ]).toEqual([
      [faultAt('reviews/Review', 'name-taken', 'and Own are both named "review"', prefix)],
      [faultAt('others/Own', 'name-taken', 'and reviews/Review are both named "review"', prefix)],
      [faultAt('outer/reviews/Review', 'name-taken', 'and reviews/Review are both named "review"', prefix)],
    ]);
  });

  test('reports duplicates within a pack and packs that are listed twice', () => {
    const once = 'List its pack once, or mount it with a prefix';
    expect([
      faultsOf(mount(reviews, { rename: { explain: 'review' } })),
      faultsOf(reviews, mount(reviews, { only: ['review'] })),
      faultsOf(reviews, mount(reviews, { rename: { review: 'a.b', explain: 'a/b' } })),
    ]).toEqual([
      [
        faultAt(
          'reviews/Explain',
          'version-taken',
          'and reviews/Review are both named "review" and have the version 1.2.0',
          `${rename} or version`,
        ),
      ],
      [{ where: 'reviews/Review', type: 'Review', id: 'listed-twice', problem: 'is listed twice', remedy: once }],
      [
        faultAt(
          'reviews/Explain',
          'name-ambiguous',
          'is named "a/b" and reviews/Review is named "a.b", but clients that turn other characters into "_" cannot distinguish the names',
          rename,
        ),
      ],
    ]);
  });
});

describe('mount with random packs', () => {
  const name = fc.stringMatching(/^[a-z]{1,4}$/);

  test('keeps every prompt once under its prefixed name at any depth', () => {
    interface Tree {
      readonly prompts: readonly string[];
      readonly packs: readonly { readonly prefix: string; readonly tree: Tree }[];
    }
    const tree = (depth: number): fc.Arbitrary<Tree> =>
      fc.record({
        prompts: fc.uniqueArray(name, { maxLength: 4 }),
        packs: depth === 0 ? fc.constant([]) : packs(depth),
      });
    const packs = (depth: number) =>
      fc.uniqueArray(fc.record({ prefix: name, tree: tree(depth - 1) }), {
        maxLength: 3,
        selector: ({ prefix }) => prefix,
      });
    const packOf = ({ prompts, packs: inner }: Tree): ReturnType<typeof definePack> =>
      definePack({
        name: 'pack',
        version: '1.0.0',
        prompts: [
          ...prompts.map((each) => definePrompt({ name: each, render: () => each })),
          ...inner.map((each) => mount(packOf(each.tree), { prefix: each.prefix })),
        ],
      });
    const expected = ({ prompts, packs: inner }: Tree): string[] => [
      ...prompts,
      ...inner.flatMap((each) => expected(each.tree).map((local) => `${each.prefix}_${local}`)),
    ];
    fc.assert(
      fc.property(tree(3), (any) => {
        expect(namesOf(packOf(any))).toEqual(expected(any).toSorted());
      }),
      { numRuns: runs(1000) },
    );
  });

  test('matches a model of prefix, only, rename and override', async () => {
    const prompt = (each: string, by: string) => definePrompt({ name: each, render: () => `${by} ${each}` });
    const cases = fc.uniqueArray(name, { maxLength: 8 }).chain((all) => {
      const some = fc.subarray([...all]);
      const renamed = fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,4}$/), {
        minLength: all.length,
        maxLength: all.length,
      });
      return fc.record({
        all: fc.constant(all),
        only: fc.option(some, { nil: undefined }),
        override: some,
        rename: fc
          .tuple(some, renamed)
          .map(([from, to]) => from.map((each, index) => [each, to[index] ?? ''] as const)),
        prefix: fc.option(name, { nil: undefined }),
      });
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ all, only, override, rename, prefix }) => {
        const pack = definePack({ name: 'p', version: '1.0.0', prompts: all.map((each) => prompt(each, 'pack')) });
        const mounted = mount(pack, {
          ...(only && { only }),
          ...(prefix && { prefix }),
          rename: Object.fromEntries(rename),
          override: override.map((each) => prompt(each, 'own')),
        });
        const model = new Map(
          all
            .filter((each) => only?.includes(each) ?? true)
            .map((each) => {
              const local = new Map(rename).get(each) ?? each;
              return [prefix ? `${prefix}_${local}` : local, `${override.includes(each) ? 'own' : 'pack'} ${each}`];
            }),
        );
        const runtime = new Runtime({ prompts: [mounted] });
        const names = [...runtime.registry.names()];
        const served = await Promise.all(names.map(async (each) => [each, await said(runtime, each)] as const));
        expect(new Map(served)).toEqual(model);
        expect(served).toHaveLength(model.size);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('mounts thousands of prompts with every option', () => {
    const all = Array.from({ length: size(20_000) }, (_, index) => `p${index}`);
    const promptsOf = (names: readonly string[]) =>
      names.map((each) => definePrompt({ name: each, render: () => each }));
    const pack = definePack({ name: 'big', version: '1.0.0', prompts: promptsOf(all) });
    const mounted = mount(pack, {
      prefix: 'x',
      only: all,
      rename: Object.fromEntries(all.map((each) => [each, `${each}_r`])),
      override: promptsOf(all),
    });
    expect(namesOf(mounted)).toEqual(all.map((each) => `x_${each}_r`).toSorted());
  });
});

describe('Types of definePack and mount', () => {
  test('reject wrong entries and options', () => {
    class NoPrompt {}
    abstract class Token {
      constructor(readonly needed: string) {}
    }
    const named = { name: 'pack', version: '1.0.0' };
    const checked = () => [
      definePack({ ...named, prompts: [Review, reviews, mount(reviews)], requires: [Token, NoPrompt] }),
      // @ts-expect-error -- tokens are classes
      definePack({ ...named, prompts: [], requires: ['Token'] }),
      // @ts-expect-error -- the version is missing
      definePack({ name: 'pack', prompts: [] }),
      // @ts-expect-error -- a list of names
      mount(reviews, { only: 'review' }),
      // @ts-expect-error -- an unknown option
      mount(reviews, { names: ['review'] }),
      // @ts-expect-error -- new names are strings
      mount(reviews, { rename: { review: 1 } }),
      // @ts-expect-error -- an override is a list
      mount(reviews, { override: Review }),
      // @ts-expect-error -- a mounted pack cannot be mounted again
      mount(mount(reviews)),
    ];
    expect(checked).toBeInstanceOf(Function);
  });
});
