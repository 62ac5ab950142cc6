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
  type ListedResource,
  ResourceReader,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { array, assert, constantFrom, oneof, property, record, subarray } from 'fast-check';
import { notified, useFakeTime } from './support/fake-time.ts';
import { runs } from '../../../test/support/runs.ts';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

const One = promptClass('One', 'one', { description: 'One' });
const Two = promptClass('Two', 'two');
const OneAgain = promptClass('OneAgain', 'one again', { name: 'one', description: 'One' });
const names = (registry: Registry) => registry.list().map(({ name }) => name);

describe('Registry', () => {
  test('is immutable: with() and without() return another', () => {
    const registry = new Registry([One]);
    const both = registry.with(Two);
    expect([names(registry), names(both), names(both.without(['one', 'nobody']))]).toEqual([
      ['one'],
      ['one', 'two'],
      ['two'],
    ]);
  });

  test('removes names of one kind, or a single version', () => {
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

  test('notifies once of simultaneous changes that the list shows', async () => {
    const runtime = new Runtime({ prompts: [One], logger: silent });
    let notices = 0;
    runtime.onListChanged(throwing(new Error('a listener that fails keeps it from nobody')));
    const stop = runtime.onListChanged(() => (notices += 1));
    const seen = [];
    const changes = [
      [runtime.registry.with(Two)],
      [runtime.registry.with(OneAgain, Two)], // Another class; the list says the same.
      [new Registry([]), new Registry([One]), new Registry([Two])],
      [new Registry([One]), new Registry([Two])], // There and back again.
    ];
    for (const registries of changes) {
      for (const registry of registries) runtime.replace(registry);
      seen.push(notices);
      await notified();
      seen.push(notices);
    }
    stop();
    runtime.replace(new Registry([One]));
    await notified();
    expect([seen, notices]).toEqual([[0, 1, 1, 1, 1, 2, 2, 2], 2]);
  });

  test('notifies every listener, including duplicate and late ones', async () => {
    const runtime = new Runtime({ prompts: [One], logger: silent });
    const told: string[] = [];
    const twice = () => void told.push('twice');
    const stop = runtime.onListChanged(twice);
    runtime.onListChanged(twice);
    runtime.replace(new Registry([Two]));
    runtime.onListChanged(() => void told.push('late'));
    stop();
    await notified();
    expect(told).toEqual(['twice', 'late']);
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
    const looked: string[] = [];
    const check = ({ name }: { readonly name: string }) => void looked.push(name);
    const resolver = Object.assign(<T>(type: new () => T) => new type(), { check });
    const runtime = new Runtime({ prompts: [One], resolver });
    runtime.replace(runtime.registry.with(Two));
    expect(looked).toEqual(['One', 'Two']);
  });
});

describe('Registry.with and Registry.without', () => {
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

  /** Each change of a random registry, with what came before. */
  function eachChange(check: (before: Registry, after: Registry, given: readonly Definition[]) => void): void {
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

  test('equal a registry of the same definitions made from scratch', () => {
    eachChange((_, after) => {
      const fresh = new Registry(after.list(), isolate);
      expect([seenOf(after), fresh.faults]).toEqual([seenOf(fresh), []]);
    });
  });

  test('replace the same name and version, or report a fault', () => {
    eachChange((before, after, given) => {
      const held = new Set(typesIn(after.list()));
      const taken = given.filter(({ type }) => held.has(type));
      const addresses = new Set(taken.map(addressOf));
      const refused = given.filter((each) => !taken.includes(each));
      expect(typesIn(after.leftOut)).toEqual(expect.arrayContaining(typesIn(refused)));
      const old = given.length === 0 ? [] : before.list();
      expect(old.filter(({ type }) => !held.has(type))).toEqual(old.filter((each) => addresses.has(addressOf(each))));
      expect(after.faults.length > 0).toBe(after.leftOut.length > 0);
    });
  });

  test('reject a prompt that clients could not distinguish', () => {
    const named = (name: string) => definePrompt({ name, render: () => '' });
    const registry = new Registry([named('b.c'), named('a')]);
    expect(() => registry.with(named('b_c'))).toThrow(DefinitionError);
    expect(registry.without(['b.c']).with(named('b_c'), named('b')).names()).toEqual(['a', 'b', 'b_c']);
  });
});

const logger = { error() {}, warn() {} };

/** A reader of one resource, whose URI and texts tell the generation of what serves it. */
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

/** Every method, with what of its answer tells the generation. */
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

describe.each(METHODS)('a pending request for %s', (_, ask) => {
  const of = (generation: string, prepare?: () => Promise<void>) =>
    new Runtime({
      prompts: [promptOf(generation)],
      resources: new Generation(generation),
      logger,
      ...(prepare && { prepare }),
    });

  test('finishes with the runtime that it began with', async () => {
    let goOn = () => {};
    const runtime = of('old', () => new Promise<void>((resolve) => (goOn = resolve)));
    const asked = ask(runtime);
    await Promise.resolve();
    runtime.become(of('new'));
    goOn();
    expect(JSON.stringify(await asked)).toContain('old');
    expect(JSON.stringify(await ask(runtime))).toContain('new');
  });
});
