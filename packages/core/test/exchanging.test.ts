import { IsInt } from 'class-validator';
import {
  Arg,
  DefinitionError,
  definePack,
  forgetClass,
  mount,
  Prompt,
  type PromptClass,
  type PromptHandler,
  Registry,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { collectGarbage } from './support/memory.ts';

const logger = { error() {}, warn() {} };

/** A class as a file declares it, each time that the file is loaded. */
function declared(className: string, text: string, options: { name?: string; version?: string } = {}): PromptClass {
  const { [className]: type } = {
    [className]: class implements PromptHandler {
      render = () => text;
    },
  };
  Prompt(options)(type as PromptClass<object>);
  return type as PromptClass;
}

async function texts(registry: Registry): Promise<Record<string, unknown>> {
  const runtime = new Runtime({ prompts: registry, logger });
  const got = registry.list().map(async ({ name, version }) => {
    const which = version === undefined ? name : `${name}@${version}`;
    const { messages } = await runtime.prompts.get({ name: which });
    return [which, (messages[0]?.content as { text: string } | undefined)?.text];
  });
  return Object.fromEntries(await Promise.all(got));
}

const faultsOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof DefinitionError) return error.faults;
  }
  return undefined;
};

describe('exchanging classes', () => {
  test('puts each new class in the place of the old one of its name, adds what is new and drops what is gone', async () => {
    const [review, gone, stays] = [declared('Review', 'old'), declared('Gone', 'gone'), declared('Stays', 'same')];
    const registry = new Registry([review, gone, stays]);
    const next = registry.exchange([review, gone], [declared('Review', 'new'), declared('Added', 'added')]);
    expect(await texts(next)).toEqual({ review: 'new', added: 'added', stays: 'same' });
    expect(await texts(registry)).toEqual({ review: 'old', gone: 'gone', stays: 'same' });
    expect(next.of(stays)).toBe(registry.of(stays));
  });

  test('reaches through packs and mounts, however often a pack is mounted', async () => {
    const review = declared('Review', 'old');
    const inner = definePack({ name: 'inner', version: '1.0.0', prompts: [review] });
    const outer = definePack({ name: 'outer', version: '2.0.0', prompts: [mount(inner, { prefix: 'in' })] });
    const registry = new Registry([mount(outer, { prefix: 'a', scopes: ['a'] }), mount(outer, { prefix: 'b' })]);
    const next = registry.exchange([review], [declared('Review', 'new'), declared('Other', 'other')]);
    expect(next.list().map(({ name, version, owner }) => [name, version, owner])).toEqual([
      ['a_in_review', '1.0.0', 'outer/inner'],
      ['b_in_review', '1.0.0', 'outer/inner'],
      ['other', undefined, ''],
    ]);
    const runtime = new Runtime({ prompts: next, logger });
    expect((await runtime.prompts.list()).prompts.map(({ name }) => name)).toEqual(['b_in_review', 'other']);
    expect((await runtime.prompts.get({ name: 'b_in_review' })).messages[0]?.content).toMatchObject({ text: 'new' });
  });

  test('adds a new class to the one pack that the old ones came in', () => {
    const review = declared('Review', 'old');
    const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [review] });
    const next = new Registry([mount(pack, { prefix: 'desk' })]).exchange([review], [declared('Other', 'new')]);
    expect(next.names()).toEqual(['desk_other']);
  });

  test('keeps labels where they have been moved', () => {
    const [one, two] = ['1.0.0', '2.0.0'].map((version) => declared('Review', version, { name: 'review', version }));
    const registry = new Registry([one as PromptClass, two as PromptClass]).withLabel('production', 'review@1.0.0');
    const next = registry.exchange(
      [two as PromptClass],
      [declared('Review', 'new', { name: 'review', version: '2.0.0' })],
    );
    expect(next.list().map(({ version, labels }) => [version, labels])).toEqual([
      ['2.0.0', []],
      ['1.0.0', ['production']],
    ]);
  });

  test('refuses a name that another file has, and gives it back when it is given up', async () => {
    const [mine, yours] = [declared('Mine', 'mine'), declared('Yours', 'yours')];
    const registry = new Registry([mine, yours]);
    const thief = declared('Mine', 'stolen', { name: 'yours' });
    expect(faultsOf(() => registry.exchange([mine], [thief]))).toEqual([
      {
        where: 'Mine',
        type: 'Mine',
        problem: 'and Yours are both named "yours"',
        remedy: 'Give one of them another name, or each a version of its own',
      },
    ]);
    expect(await texts(registry.exchange([mine], [declared('Mine', 'mended')]))).toEqual({
      mine: 'mended',
      yours: 'yours',
    });
  });

  test('holds no class that is gone', async () => {
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
    const gone: WeakRef<object>[] = [];
    let current = load();
    const pack = definePack({ name: 'desk', version: '1.0.0', prompts: [declared('Stays', 'same')] });
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
    await new Promise((resolve) => setTimeout(resolve, 100));
    await collectGarbage();
    expect(gone.filter((type) => type.deref() !== undefined).length).toBeLessThan(4); // The last may still be at hand.
  });

  test('reports every fault of the new classes, and changes nothing', () => {
    const review = declared('Review', 'old');
    const registry = new Registry([review]);
    const faulty = [declared('Review', 'new', { name: 'no such name' }), class Plain {} as PromptClass];
    expect(faultsOf(() => registry.exchange([review], faulty))?.map(({ type }) => type)).toEqual(['Review', 'Plain']);
    expect(registry.names()).toEqual(['review']);
  });
});

describe('a live runtime', () => {
  const changes = async (runtime: Runtime, change: () => void) => {
    const kinds: string[] = [];
    const end = runtime.onListChanged((kind) => void kinds.push(kind));
    change();
    await new Promise((resolve) => setTimeout(resolve, 100));
    end();
    return kinds;
  };

  test('becomes another one: its prompts, interceptors and limits, with one notice', async () => {
    const old = new Runtime({ prompts: [declared('Old', 'old')], logger });
    const next = new Runtime({
      prompts: [declared('New', 'new')],
      interceptors: [async (_, pass) => ({ ...(await pass()), _meta: { by: 'next' } })],
      logger,
    });
    expect(await changes(old, () => old.become(next))).toEqual(['prompt']);
    expect(await old.prompts.get({ name: 'new' })).toMatchObject({ _meta: { by: 'next' } });
    await expect(old.prompts.get({ name: 'old' })).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('answers a request that has begun from what it was made of then', async () => {
    let goOn = () => {};
    class Slow implements PromptHandler {
      render = async () => {
        await new Promise<void>((resolve) => (goOn = resolve));
        return 'old';
      };
    }
    Prompt({ name: 'slow' })(Slow);
    const runtime = new Runtime({ prompts: [Slow], logger });
    const answered = runtime.prompts.get({ name: 'slow' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    runtime.become(new Runtime({ prompts: [], logger }));
    goOn();
    expect((await answered).messages[0]?.content).toEqual({ type: 'text', text: 'old' });
  });

  test('gives no notice when nothing visible has changed', async () => {
    const of = () => new Runtime({ prompts: [declared('Same', 'text')], logger });
    const runtime = of();
    expect(await changes(runtime, () => runtime.become(of()))).toEqual([]);
  });
});
