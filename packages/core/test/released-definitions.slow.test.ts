/** @slow measures memory: collects garbage */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Arg,
  definePack,
  definePrompt,
  forgetClass,
  Prompt,
  type PromptClass,
  type PromptHandler,
  Runtime,
} from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { IsIn, IsInt, MaxLength } from 'class-validator';
import { collectGarbage } from './support/memory.ts';

const logger = { error: () => {}, warn: () => {} };

test('definePrompt releases the class of its arguments, with class-validator and class-transformer', async () => {
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
  expect(types.filter((type) => type.deref() !== undefined).length).toBeLessThan(2); // The last may still be referenced.
});

test('Registry.exchange releases the classes that it replaces', async () => {
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
  const gone: WeakRef<object>[] = [];
  let current = load();
  const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [Stays as PromptClass] });
  const runtime = new Runtime({ prompts: [pack, current.Limited], logger });
  runtime.onListChanged(() => {});
  for (let edit = 0; edit < 50; edit += 1) {
    await runtime.prompts.get({ name: 'limited', arguments: { limit: '1' } });
    await runtime.prompts.list();
    const next = load();
    runtime.replace(runtime.registry.exchange([current.Limited], [next.Limited]));
    forgetClass(current.Args);
    gone.push(new WeakRef(current.Limited), new WeakRef(current.Args));
    current = next;
  }
  await sleep(100); // Until the notification of the last change is sent.
  await collectGarbage();
  expect(gone.filter((type) => type.deref() !== undefined).length).toBeLessThan(4); // The last may still be referenced.
});
