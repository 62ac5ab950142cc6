/** @slow measures memory: collects garbage */
import { setTimeout as sleep } from 'node:timers/promises';
import { Arg, definePrompt, releaseClass, Prompt, type PromptClass, type PromptHandler, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsIn, IsInt, MaxLength } from 'class-validator';
import { collectGarbage } from './support/memory.ts';

const logger = { error: () => {}, warn: () => {} };

describe('definePrompt', () => {
  test('does not keep its arguments class, even in class-validator and class-transformer', async () => {
    const review = () =>
      definePrompt({
        name: 'review',
        args: [
          { name: 'code', rules: [MaxLength(5)] },
          { name: 'limit', default: 10 },
          { name: 'tags', items: String, required: false, rules: [IsIn(['a', 'b'], { each: true })] },
        ],
        render: () => '',
      });
    const types = Array.from({ length: 20 }, () => new WeakRef(review().arguments.type));
    await collectGarbage();
    // The last one may still be referenced.
    expect(types.filter((type) => type.deref() !== undefined).length).toBeLessThan(2);
  });
});

describe('Runtime.become', () => {
  test('releases the classes of the old runtime', async () => {
    const load = () => {
      class Args {
        @Arg() @IsInt() limit!: number;
      }
      class Limited implements PromptHandler<Args> {
        render = ({ limit }: Args) => String(limit);
      }
      Prompt({ name: 'limited', args: Args })(Limited);
      return { Args, Limited };
    };
    class Stays implements PromptHandler {
      render = () => 'same';
    }
    Prompt()(Stays);
    const runtimeOf = (type: PromptClass) => new Runtime({ prompts: [Stays, type], logger });
    const replaced: WeakRef<object>[] = [];
    let current = load();
    const runtime = runtimeOf(current.Limited);
    runtime.onListChanged(() => {});
    for (let edit = 0; edit < 50; edit += 1) {
      await runtime.prompts.get({ name: 'limited', arguments: { limit: '1' } });
      await runtime.prompts.list();
      const next = load();
      await runtime.become(runtimeOf(next.Limited))();
      releaseClass(current.Args);
      replaced.push(new WeakRef(current.Limited), new WeakRef(current.Args));
      current = next;
    }
    await sleep(100); // Waits for the notification of the last change.
    await collectGarbage();
    // The last may still be referenced.
    expect(replaced.filter((type) => type.deref() !== undefined).length).toBeLessThan(4);
  });
});
