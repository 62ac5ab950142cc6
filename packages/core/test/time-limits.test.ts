import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallOptions,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
  TimeoutError,
  type ResourceContents,
  ResourceReader,
  user,
} from '@cuecard/core';
import { expect, test } from '@jest/globals';

function rendering(render: (context: RequestContext) => Promise<string>, renderMs = 50) {
  class Slow implements PromptHandler {
    render = (_: object, context: RequestContext) => render(context);
  }
  Prompt()(Slow);
  const log: string[] = [];
  return {
    log,
    runtime: new Runtime({
      prompts: [Slow],
      limits: { renderMs },
      logger: { error: (m) => log.push(m), warn: () => {} },
    }),
  };
}

test('a prompt that does not answer within limits.renderMs is given up, and its signal fires', async () => {
  let signal: AbortSignal | undefined;
  const { runtime } = rendering((context) => {
    signal = context.signal;
    return new Promise(() => {});
  });
  await expect(runtime.prompts.get({ name: 'slow' })).rejects.toEqual(
    new TimeoutError('Prompt "slow"', 50, { prompt: 'slow' }),
  );
  expect(signal?.reason).toEqual(new TimeoutError('Prompt "slow"', 50, { prompt: 'slow' }));
});

test('a reader that hangs is given up with the prompt that waits for it, and sees the signal', async () => {
  let seen: AbortSignal | undefined;
  class Hanging extends ResourceReader {
    override read(_uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
      seen = signal;
      return new Promise(() => {});
    }
  }
  class Quote implements PromptHandler {
    render = async (_: object, context: RequestContext) => user(await new Hanging().embed('memo:a', context));
  }
  Prompt()(Quote);
  const runtime = new Runtime({ prompts: [Quote], limits: { renderMs: 50 } });
  await expect(runtime.prompts.get({ name: 'quote' })).rejects.toEqual(
    new TimeoutError('Prompt "quote"', 50, { prompt: 'quote' }),
  );
  expect(seen?.reason).toEqual(new TimeoutError('Prompt "quote"', 50, { prompt: 'quote' }));
});

test('a signal that is first looked at when the time is over has fired already', async () => {
  let late: boolean | undefined;
  const { runtime } = rendering(async (context) => {
    await sleep(80);
    late = context.signal.aborted;
    return '';
  });
  await expect(runtime.prompts.get({ name: 'slow' })).rejects.toBeInstanceOf(TimeoutError);
  await sleep(50);
  expect(late).toBe(true);
});

test('a caller who aborts is answered with the reason at once, and it is no failure of the prompt', async () => {
  let signal: AbortSignal | undefined;
  const { runtime, log } = rendering((context) => {
    signal = context.signal;
    return new Promise(() => {});
  }, 60_000);
  const caller = new AbortController();
  const answer = runtime.prompts.get({ name: 'slow' }, { signal: caller.signal }).catch((reason: unknown) => reason);
  await sleep(5);
  caller.abort('changed my mind');
  expect([await answer, signal?.reason, log]).toEqual(['changed my mind', 'changed my mind', []]);
  await expect(runtime.prompts.get({ name: 'slow' }, { signal: caller.signal })).rejects.toBe('changed my mind');
});

test('cleanups run once the request is over, the last first, and one that fails harms nobody', async () => {
  const events: string[] = [];
  const log: string[] = [];
  class Tidy implements PromptHandler {
    render = (_: object, context: RequestContext) => {
      context.defer(() => void events.push('first'));
      context.defer(() => {
        throw new Error('broken');
      });
      context.defer(async () => void events.push('last'));
      return 'done';
    };
  }
  Prompt()(Tidy);
  const tidy = new Runtime({
    prompts: [Tidy],
    logger: { error: (message) => log.push(message), warn: () => {} },
  });
  await tidy.prompts.get({ name: 'tidy' });
  await sleep(0);
  expect([events, log]).toEqual([['last', 'first'], ['Prompt "tidy" failed to clean up']]);
});

test('a prompt that answers leaves no timer behind', async () => {
  const { runtime } = rendering(async ({ signal }) => `${signal.aborted}`, 60_000);
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  await runtime.prompts.get({ name: 'slow' });
  await sleep(0);
  expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBe(before);
});

test('a cleanup that comes after the request is over runs at once', async () => {
  let isClean = false;
  const { runtime } = rendering(async (context) => {
    await sleep(80);
    context.defer(() => {
      isClean = true;
    });
    return '';
  });
  await expect(runtime.prompts.get({ name: 'slow' })).rejects.toBeInstanceOf(TimeoutError);
  await sleep(60);
  expect(isClean).toBe(true);
});
