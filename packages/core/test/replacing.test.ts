import { setTimeout as sleep } from 'node:timers/promises';
import {
  defineResource,
  defineTool,
  DefinitionError,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

@Prompt({ description: 'One' })
class One implements PromptHandler {
  render = () => 'one';
}
@Prompt()
class Two implements PromptHandler {
  render = () => 'two';
}
@Prompt({ name: 'one', description: 'One' })
class OneAgain implements PromptHandler {
  render = () => 'one again';
}
const names = (registry: Registry) => registry.list().map(({ name }) => name);
const said = (value: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: value } }] });

describe('a registry', () => {
  test('never changes: with and without give another', () => {
    const registry = new Registry([One]);
    const both = registry.with(Two);
    expect([names(registry), names(both), names(both.without(['one', 'nobody']))]).toEqual([
      ['one'],
      ['one', 'two'],
      ['two'],
    ]);
  });

  test('is without names of one kind only, or without a version of one', () => {
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

  test('puts a prompt of the same name in the place of the old one', () => {
    const registry = new Registry([One, Two]).with(OneAgain);
    expect([names(registry), registry.get('one')?.type, registry.of(One)]).toEqual([
      ['one', 'two'],
      OneAgain,
      undefined,
    ]);
  });

  test('gives out frozen definitions, whose list entries cannot be changed', () => {
    const definition = new Registry([One]).get('one');
    expect([Object.isFrozen(definition), Object.isFrozen(definition?.entry)]).toEqual([true, true]);
    expect(definition?.entry).toBe(definition?.entry);
  });
});

describe('replacing the registry of a runtime', () => {
  test('serves the new prompts, while a request in flight finishes on the old ones', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    @Prompt({ name: 'one' })
    class Slow implements PromptHandler {
      render = async () => {
        await released;
        return 'slow';
      };
    }
    const runtime = new Runtime({ prompts: [Slow] });
    const inFlight = runtime.prompts.get({ name: 'one' });
    runtime.replace(new Registry([One]));
    expect(await runtime.prompts.get({ name: 'one' })).toEqual(said('one'));
    release();
    expect(await inFlight).toEqual(said('slow'));
  });

  const silent = { error: () => {}, warn: () => {} };
  /** Longer than changes are collected into one notice. */
  const settled = () => sleep(120);

  test('tells listeners once of changes that come together, and of none that the list does not show', async () => {
    const runtime = new Runtime({ prompts: [One], logger: silent });
    let notices = 0;
    runtime.onListChanged(() => {
      throw new Error('a listener that fails keeps it from nobody');
    });
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
      await settled();
      seen.push(notices);
    }
    stop();
    runtime.replace(new Registry([One]));
    await settled();
    expect([seen, notices]).toEqual([[0, 1, 1, 1, 1, 2, 2, 2], 2]);
  });

  test('tells each listener, also one that is added twice, and one that comes while a notice is due', async () => {
    const runtime = new Runtime({ prompts: [One], logger: silent });
    const told: string[] = [];
    const twice = () => void told.push('twice');
    const stop = runtime.onListChanged(twice);
    runtime.onListChanged(twice);
    runtime.replace(new Registry([Two]));
    runtime.onListChanged(() => void told.push('late'));
    stop();
    await settled();
    expect(told).toEqual(['twice', 'late']);
  });

  test('keeps the old one when a new prompt could not be constructed', async () => {
    @Prompt()
    class Needy implements PromptHandler {
      constructor(readonly service: object) {}
      render = () => '';
    }
    const runtime = new Runtime({ prompts: [One] });
    expect(() => runtime.replace(runtime.registry.with(Needy))).toThrow(DefinitionError);
    expect((await runtime.prompts.list()).prompts).toEqual([{ name: 'one', description: 'One' }]);
  });

  test('looks only at what is new', () => {
    const looked: string[] = [];
    const check = ({ name }: { readonly name: string }) => void looked.push(name);
    const resolver = Object.assign(<T>(type: new () => T) => new type(), { check });
    const runtime = new Runtime({ prompts: [One], resolver });
    runtime.replace(runtime.registry.with(Two));
    expect(looked).toEqual(['One', 'Two']);
  });
});
