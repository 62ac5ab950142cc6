import {
  defineResource,
  defineTool,
  DefinitionError,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
  definePrompt,
  type Definition,
  Arg,
  Complete,
  defineClass,
  type InjectableClass,
  type ListedResource,
  ResourceReader,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { array, assert, constantFrom, oneof, property, record, subarray } from 'fast-check';
import { notified, useFakeTime } from '../../../build/jest/fake-time.ts';
import { runs } from '../../../build/jest/runs.ts';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

const One = promptClass('One', 'one', { description: 'One' });
const Two = promptClass('Two', 'two');
const OneAgain = promptClass('OneAgain', 'one again', { name: 'one', description: 'One' });
const names = (registry: Registry) => registry.list().map(({ name }) => name);

describe('Registry', () => {
  test('returns a new registry from with() and without()', () => {
    const registry = new Registry([One]);
    const both = registry.with(Two);
    expect([names(registry), names(both), names(both.without(['one', 'nobody']))]).toEqual([
      ['one'],
      ['one', 'two'],
      ['two'],
    ]);
  });

  test('removes definitions by name, optionally of one kind or one version', () => {
    const tool = (version: string) => defineTool({ name: 'one', version, call: () => '' });
    const terms = defineResource({ name: 'one', uri: 'a:b', read: () => '' });
    const registry = new Registry([One, tool('1.0.0'), tool('2.0.0'), terms]);
    const kinds = (each: Registry) => each.list().map(({ kind, version }) => [kind.name, version]);
    expect([
      kinds(registry.without(['one'])),
      kinds(registry.without(['one@1.0.0'], 'tool')),
      kinds(registry.without(['one', 'nobody'], 'tool').without(['one'], 'resource')),
    ]).toEqual([
      [
        ['tool', '2.0.0'],
        ['tool', '1.0.0'],
        ['resource', undefined],
      ],
      [
        ['prompt', undefined],
        ['tool', '2.0.0'],
        ['resource', undefined],
      ],
      [['prompt', undefined]],
    ]);
  });

  test('replaces a prompt of the same name', () => {
    const registry = new Registry([One, Two]).with(OneAgain);
    expect([names(registry), registry.get('one')?.type, registry.of(One)]).toEqual([
      ['one', 'two'],
      OneAgain,
      undefined,
    ]);
  });

  test('returns frozen definitions and list entries', () => {
    const definition = new Registry([One]).get('one');
    expect([Object.isFrozen(definition), Object.isFrozen(definition?.entry)]).toEqual([true, true]);
    expect(definition?.entry).toBe(definition?.entry);
  });
});

describe('Runtime.replace', () => {
  const silent = { error: () => {}, warn: () => {} };
  useFakeTime();

  test('notifies once about simultaneous changes that alter the list', async () => {
    const runtime = new Runtime({ prompts: [One], logger: silent });
    let count = 0;
    runtime.onListChanged(throwing(new Error('the listener failed')));
    const stop = runtime.onListChanged(() => (count += 1));
    const seen = [];
    const changes = [
      [runtime.registry.with(Two)],
      [runtime.registry.with(OneAgain, Two)], // Another class with the same list entry.
      [new Registry([]), new Registry([One]), new Registry([Two])],
      [new Registry([One]), new Registry([Two])], // The list changes and changes back.
    ];
    for (const registries of changes) {
      for (const registry of registries) runtime.replace(registry);
      seen.push(count);
      await notified();
      seen.push(count);
    }
    stop();
    runtime.replace(new Registry([One]));
    await notified();
    expect([seen, count]).toEqual([[0, 1, 1, 1, 1, 2, 2, 2], 2]);
  });

  test('notifies every listener, including duplicate and late listeners', async () => {
    const runtime = new Runtime({ prompts: [One], logger: silent });
    const calls: string[] = [];
    const twice = () => void calls.push('twice');
    const stop = runtime.onListChanged(twice);
    runtime.onListChanged(twice);
    runtime.replace(new Registry([Two]));
    runtime.onListChanged(() => void calls.push('late'));
    stop();
    await notified();
    expect(calls).toEqual(['twice', 'late']);
  });

  test('keeps the old registry if a prompt cannot be constructed', async () => {
    @Prompt()
    class Needy implements PromptHandler {
      constructor(readonly service: object) {}
      render = () => '';
    }
    const runtime = new Runtime({ prompts: [One] });
    expect(() => runtime.replace(runtime.registry.with(Needy))).toThrow(DefinitionError);
    expect((await runtime.prompts.list()).prompts).toEqual([{ name: 'one', description: 'One' }]);
  });

  test('checks only new definitions', () => {
    const checked: string[] = [];
    const check = ({ name }: { readonly name: string }) => void checked.push(name);
    const resolver = Object.assign(<T>(type: new () => T) => new type(), { check });
    const runtime = new Runtime({ prompts: [One], resolver });
    runtime.replace(runtime.registry.with(Two));
    expect(checked).toEqual(['One', 'Two']);
  });
});

describe('Registry after random changes', () => {
  const NAMES = ['a', 'b', 'b.c', 'b_c', 'b/c', 'B'];
  const definitions = record({
    name: constantFrom(...NAMES),
    version: constantFrom(undefined, '1.0.0', '1.1.0', '2.0.0-beta.1'),
    labels: subarray(['stable', 'canary'], { maxLength: 1 }),
  }).map(({ name, version, labels }) =>
    definePrompt({ name, ...(version !== undefined && { version, labels }), render: () => '' }),
  );
  const changes = array(
    oneof(
      record({ with: array(definitions, { maxLength: 4 }) }),
      record({ without: array(constantFrom(...NAMES, 'b@1.0.0', 'b@', 'none'), { maxLength: 2 }) }),
    ),
    { maxLength: 6 },
  );
  const isolate = { onFault: 'isolate' } as const;

  const seenOf = (registry: Registry) => [
    registry.names(),
    registry.list(),
    registry.names().map((name) => registry.versions(name)),
    registry.list().map(({ type }) => registry.of(type)?.name),
  ];

  const typesIn = (some: readonly Definition[]) => some.map(({ type }) => type);

  const addressOf = ({ name, version }: Definition) => `${name}@${version}`;

  /** Makes many random changes to a registry, and checks each. */
  function eachChange(check: (before: Registry, after: Registry, added: readonly Definition[]) => void): void {
    assert(
      property(changes, (steps) => {
        let registry = new Registry([], isolate);
        for (const step of steps) {
          const before = registry;
          registry = 'with' in step ? registry.with(...step.with) : registry.without(step.without);
          check(before, registry, 'with' in step ? step.with : []);
        }
      }),
      { numRuns: runs(1_000) },
    );
  }

  test('equals a registry created from the same definitions', () => {
    eachChange((_, after) => {
      const fresh = new Registry(after.list(), isolate);
      expect([seenOf(after), fresh.faults]).toEqual([seenOf(fresh), []]);
    });
  });

  test('replaces a prompt of the same name and version, or reports a fault', () => {
    eachChange((before, after, added) => {
      const held = new Set(typesIn(after.list()));
      const taken = added.filter(({ type }) => held.has(type));
      const addresses = new Set(taken.map(addressOf));
      const refused = added.filter((each) => !taken.includes(each));
      expect(typesIn(after.excluded)).toEqual(expect.arrayContaining(typesIn(refused)));
      const old = added.length === 0 ? [] : before.list();
      expect(old.filter(({ type }) => !held.has(type))).toEqual(old.filter((each) => addresses.has(addressOf(each))));
      expect(after.faults.length > 0).toBe(after.excluded.length > 0);
    });
  });

  test('rejects a prompt whose name clients cannot distinguish from another name', () => {
    const named = (name: string) => definePrompt({ name, render: () => '' });
    const registry = new Registry([named('b.c'), named('a')]);
    expect(() => registry.with(named('b_c'))).toThrow(DefinitionError);
    expect(registry.without(['b.c']).with(named('b_c'), named('b')).names()).toEqual(['a', 'b', 'b_c']);
  });
});

const logger = { error() {}, warn() {} };

/** A reader of one resource whose URI and text contain the generation that serves it. */
class Generation extends ResourceReader {
  readonly #generation: string;

  constructor(generation: string) {
    super();
    this.#generation = generation;
  }

  override async read(uri: string) {
    return { uri, mimeType: 'text/plain', text: this.#generation };
  }

  override async *list(): AsyncIterable<ListedResource> {
    yield { uri: `memo:${this.#generation}`, name: this.#generation };
  }

  override get templates() {
    return [{ uriTemplate: 'memo:{name}', name: this.#generation }];
  }

  override async complete() {
    return [`memo:${this.#generation}`];
  }
}

function promptOf(generation: string) {
  class Args {
    @Arg() topic!: string;
  }
  @Prompt({ name: 'talk', description: generation, args: Args })
  class Talk implements PromptHandler<Args> {
    render = () => generation;

    @Complete('topic')
    topics() {
      return [generation];
    }
  }
  return Talk;
}

const prompt = { type: 'ref/prompt', name: 'talk' } as const;
const template = { type: 'ref/resource', uri: 'memo:{name}' } as const;

/** Every method, with the part of its result that contains the generation. */
const METHODS: [string, (runtime: Runtime) => Promise<unknown>][] = [
  ['prompts/list', async ({ prompts }) => (await prompts.list()).prompts[0]?.description],
  ['prompts/get', async ({ prompts }) => textOf(await prompts.get({ name: 'talk', arguments: { topic: 'a' } }))],
  ['resources/list', async ({ resources }) => (await resources?.list())?.resources[0]?.name],
  ['resources/templates/list', async ({ resources }) => (await resources?.listTemplates())?.resourceTemplates[0]?.name],
  ['resources/read', async ({ resources }) => (await resources?.read({ uri: 'memo:any' }))?.contents[0]],
  ['completion of an argument', (runtime) => completed(runtime, prompt, 'topic')],
  ['completion of a variable', (runtime) => completed(runtime, template, 'name')],
];

function textOf({ messages }: Awaited<ReturnType<Runtime['prompts']['get']>>): unknown {
  const content = messages[0]?.content;
  return content?.type === 'text' ? content.text : undefined;
}

async function completed(runtime: Runtime, ref: typeof prompt | typeof template, name: string): Promise<unknown> {
  return (await runtime.complete({ ref, argument: { name, value: '' } })).completion.values[0];
}

describe("Registry({ onFault: 'isolate' })", () => {
  const isolate = { onFault: 'isolate' } as const;

  test('keeps the existing classes if a new class is rejected', () => {
    const versions = ['1.0.0', '2.0.0'].map((version, at) =>
      promptClass(`Review${at}`, version, { name: 'review', version, labels: [['production', 'beta'][at] as string] }),
    );
    const registry = new Registry(versions, isolate);
    const thief = promptClass('Thief', 'stolen', { name: 'review', version: '2.0.0', labels: ['production'] });
    const next = registry.with(thief);
    expect([next.list().map(({ type }) => type.name), next.faults.length]).toEqual([['Review1', 'Review0'], 1]);
  });

  test('drops the fault of a class when a valid class takes its name', () => {
    const broken = promptClass('Broken', 'x', { name: 'fix', tags: [''] });
    const registry = new Registry([broken, One], isolate);
    const fixed = registry.with(promptClass('Fixed', 'well', { name: 'fix' }));
    expect([registry.names(), registry.faults.length]).toEqual([['one'], 1]);
    expect([fixed.names(), fixed.faults.length]).toEqual([['fix', 'one'], 0]);
  });
});

describe('Runtime.become', () => {
  test('returns a function that disposes of resolvers that only the old runtime has', async () => {
    const disposed: string[] = [];
    const resolverOf = (name: string) =>
      Object.assign(<T>(type: InjectableClass<T>) => new type(), { dispose: () => void disposed.push(name) });
    const [kept, left] = [resolverOf('kept'), resolverOf('left')];
    const runtime = new Runtime({ prompts: [...defineClass(One, { resolver: left }), Two], resolver: kept });
    const release = runtime.become(new Runtime({ prompts: [One, Two], resolver: kept }));
    expect(disposed).toEqual([]);
    await release();
    expect(disposed).toEqual(['left']);
  });
});

describe.each(METHODS)('Runtime.become during %s', (_, request) => {
  const of = (generation: string, prepare?: () => Promise<void>) =>
    new Runtime({
      prompts: [promptOf(generation)],
      resources: new Generation(generation),
      logger,
      ...(prepare && { prepare }),
    });

  test('finishes the request with the old runtime', async () => {
    let goOn = () => {};
    const runtime = of('old', () => new Promise<void>((resolve) => (goOn = resolve)));
    const pending = request(runtime);
    await Promise.resolve();
    runtime.become(of('new'));
    goOn();
    expect(JSON.stringify(await pending)).toContain('old');
    expect(JSON.stringify(await request(runtime))).toContain('new');
  });
});
