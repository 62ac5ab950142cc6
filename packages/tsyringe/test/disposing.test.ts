import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { describe, expect, test } from '@jest/globals';
import { container as global, singleton } from 'tsyringe';

const silent = { error() {}, warn() {} };

describe('Runtime.become with tsyringe', () => {
  /** A prompt that counts with a singleton of the global container. */
  function counting() {
    const disposed: number[] = [];
    @singleton()
    class Counter {
      count = 0;
      dispose() {
        disposed.push(this.count);
      }
    }
    @Prompt({ name: 'count' })
    class Count implements PromptHandler {
      constructor(readonly counter: Counter) {}
      render = () => String((this.counter.count += 1));
    }
    const counts = async (runtime: Runtime) => (await runtime.prompts.get({ name: 'count' })).messages[0]?.content;
    return { Count, disposed, counts };
  }

  const runtimeOf = (type: ReturnType<typeof counting>['Count'], container = global) =>
    new Runtime({ prompts: [type], resolver: fromContainer(container), logger: silent });

  test('disposes of the old container and its singletons if the new runtime uses another container', async () => {
    const { Count, disposed, counts } = counting();
    const runtime = runtimeOf(Count, global.createChildContainer());
    expect(await counts(runtime)).toEqual({ type: 'text', text: '1' });
    await runtime.become(runtimeOf(Count, global.createChildContainer()))();
    expect(disposed).toEqual([1]);
    expect(await counts(runtime)).toEqual({ type: 'text', text: '1' });
  });

  test.each([
    ['a container that the new runtime uses, too', global.createChildContainer()],
    ['the global container', global],
  ])('does not dispose of %s', async (_, container) => {
    const { Count, disposed, counts } = counting();
    const runtime = runtimeOf(Count, container);
    await counts(runtime);
    await runtime.become(runtimeOf(Count, container))();
    expect(await counts(runtime)).toEqual({ type: 'text', text: '2' });
    expect(disposed).toEqual([]);
  });
});
