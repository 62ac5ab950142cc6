import { Prompt, PromptDefinitionError, type PromptHandler, PromptRegistry, PromptRuntime } from '@cuecard/core';
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
const names = (registry: PromptRegistry) => registry.list().map(({ name }) => name);
const said = (value: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: value } }] });

describe('a registry', () => {
  test('never changes: with and without give another', () => {
    const registry = new PromptRegistry([One]);
    const both = registry.with(Two);
    expect([names(registry), names(both), names(both.without('one', 'nobody'))]).toEqual([
      ['one'],
      ['one', 'two'],
      ['two'],
    ]);
  });

  test('puts a prompt of the same name in the place of the old one', () => {
    const registry = new PromptRegistry([One, Two]).with(OneAgain);
    expect([names(registry), registry.get('one')?.type, registry.of(One)]).toEqual([
      ['one', 'two'],
      OneAgain,
      undefined,
    ]);
  });

  test('gives out frozen definitions, whose list entries cannot be changed', () => {
    const definition = new PromptRegistry([One]).get('one');
    expect([Object.isFrozen(definition), Object.isFrozen(definition?.entry)]).toEqual([true, true]);
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
    const runtime = new PromptRuntime({ prompts: [Slow] });
    const inFlight = runtime.get({ name: 'one' });
    runtime.replace(new PromptRegistry([One]));
    expect(await runtime.get({ name: 'one' })).toEqual(said('one'));
    release();
    expect(await inFlight).toEqual(said('slow'));
  });

  test('tells listeners once for each change that the list shows, until they have stopped listening', () => {
    const runtime = new PromptRuntime({ prompts: [One], logger: { error: () => {}, warn: () => {} } });
    let notices = 0;
    runtime.onListChanged(() => {
      throw new Error('a listener that fails keeps it from nobody');
    });
    const stop = runtime.onListChanged(() => (notices += 1));
    const seen = [];
    for (const registry of [runtime.registry.with(Two), runtime.registry.with(OneAgain, Two), new PromptRegistry([])]) {
      runtime.replace(registry);
      seen.push(notices);
    }
    stop();
    runtime.replace(new PromptRegistry([One]));
    expect([seen, notices]).toEqual([[1, 1, 2], 2]);
  });

  test('keeps the old one when a new prompt could not be constructed', async () => {
    @Prompt()
    class Needy implements PromptHandler {
      constructor(readonly service: object) {}
      render = () => '';
    }
    const runtime = new PromptRuntime({ prompts: [One] });
    expect(() => runtime.replace(runtime.registry.with(Needy))).toThrow(PromptDefinitionError);
    expect((await runtime.list()).prompts).toEqual([{ name: 'one', description: 'One' }]);
  });

  test('looks only at what is new', () => {
    const looked: string[] = [];
    const check = ({ name }: { readonly name: string }) => void looked.push(name);
    const resolver = Object.assign(<T>(type: new () => T) => new type(), { check });
    const runtime = new PromptRuntime({ prompts: [One], resolver });
    runtime.replace(runtime.registry.with(Two));
    expect(looked).toEqual(['One', 'Two']);
  });
});
