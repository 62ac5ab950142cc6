import { definePrompt, type Interceptor, type Runtime, TimeoutError } from '@cuecard/core';
import { BusyError, concurrency } from '@cuecard/interceptors';
import { describe, expect, test } from '@jest/globals';
import { alice, bob, refusal, runtimeWith, said } from './support/runtime.ts';

const later = () => new Promise(setImmediate);

/** A prompt that returns when it is released, and counts concurrent calls. */
function working(interceptors: readonly Interceptor[]) {
  const detach: (() => void)[] = [];
  const seen = { running: 0, most: 0, started: [] as unknown[] };
  const work = definePrompt({
    name: 'work',
    render: async (_, { requestId }) => {
      seen.started.push(requestId);
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await new Promise<void>((resolve) => detach.push(resolve));
      seen.running -= 1;
      return 'done';
    },
  });
  return { seen, detach, ...runtimeWith(interceptors, { prompts: [work] }) };
}

const finish = async (detach: (() => void)[], count: number) => {
  for (let done = 0; done < count; done += 1) {
    while (detach.length === 0) await later();
    detach.shift()?.();
  }
};

const work = (runtime: Runtime, requestId: number) => runtime.prompts.get({ name: 'work' }, { requestId });

describe('concurrency', () => {
  test('runs at most `max` calls, and queues further calls in order', async () => {
    const { runtime, detach, seen } = working([concurrency({ max: 2 })]);
    const answers = [1, 2, 3, 4, 5].map((id) => work(runtime, id));
    await finish(detach, 5);
    expect((await Promise.all(answers)).map(({ messages }) => messages)).toEqual(
      Array.from({ length: 5 }, () => [said('done')]),
    );
    expect(seen).toEqual({ running: 0, most: 2, started: [1, 2, 3, 4, 5] });
  });

  test('rejects further calls while the queue is full', async () => {
    const { runtime, detach } = working([concurrency({ max: 1, queue: 1 })]);
    const answers = [work(runtime, 1), work(runtime, 2)];
    await later();
    expect(await refusal(work(runtime, 3))).toEqual({
      name: 'BusyError',
      message: 'Too many concurrent requests: try again later',
      code: 503,
      data: undefined,
    });
    await finish(detach, 2);
    await Promise.all(answers);
    const again = work(runtime, 4);
    await finish(detach, 1);
    expect((await again).messages).toEqual([said('done')]);
  });

  test('runs 10 calls and queues 100 calls by default', async () => {
    const { runtime, detach, seen } = working([concurrency()]);
    const answers = Array.from({ length: 110 }, (_, id) => work(runtime, id));
    await later();
    await expect(work(runtime, 110)).rejects.toEqual(new BusyError());
    await finish(detach, 110);
    await Promise.all(answers);
    expect(seen.most).toBe(10);
  });

  test('removes a cancelled call from the queue', async () => {
    const { runtime, detach, seen } = working([concurrency({ max: 1, queue: 1 })]);
    const first = work(runtime, 1);
    const controller = new AbortController();
    const second = runtime.prompts.get({ name: 'work' }, { requestId: 2, signal: controller.signal });
    await later();
    controller.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    const third = work(runtime, 3);
    await finish(detach, 2);
    await Promise.all([first, third]);
    expect(seen.started).toEqual([1, 3]);
  });

  test('counts the time in the queue towards the deadline of a call', async () => {
    const hurry: Interceptor = ({ context }, next) => {
      if (context.requestId === 2) context.restrict(30);
      return next();
    };
    const { runtime, detach, seen } = working([hurry, concurrency({ max: 1 })]);
    const first = work(runtime, 1);
    await expect(work(runtime, 2)).rejects.toEqual(new TimeoutError('Prompt "work"', 30, { prompt: 'work' }));
    await finish(detach, 1);
    await first;
    expect(seen.started).toEqual([1]);
  });

  test('releases the slot after every call, even a call that fails or hangs', async () => {
    const hangs: Interceptor = ({ params }, next) =>
      'name' in params && params.name === 'hang' ? new Promise(() => {}) : next();
    const { runtime } = runtimeWith([concurrency({ max: 1, queue: 0 }), hangs], { limits: { renderMs: 20 } });
    const ends = [];
    for (const name of ['fail', 'hang', 'refuse', 'nobody', 'hang', 'refuse']) {
      ends.push(await refusal(runtime.prompts.get({ name })));
      await later();
    }
    expect(ends.map((end) => (end as { name: string }).name)).toEqual([
      'InternalError',
      'TimeoutError',
      'RequestError',
      'NotFoundError',
      'TimeoutError',
      'RequestError',
    ]);
  });

  test('limits each key separately', async () => {
    const key = ({ context: { auth } }: { context: { auth?: { principal: string } | undefined } }) =>
      auth?.principal ?? '';
    const { runtime, detach, seen } = working([concurrency({ max: 1, queue: 0, key })]);
    const answers = [runtime.prompts.get({ name: 'work' }, alice), runtime.prompts.get({ name: 'work' }, bob)];
    await later();
    await expect(runtime.prompts.get({ name: 'work' }, alice)).rejects.toEqual(new BusyError());
    await finish(detach, 2);
    await Promise.all(answers);
    expect(seen.most).toBe(2);
  });

  test('lets a prompt render other prompts, without waiting for a slot that it holds', async () => {
    const inner = definePrompt({ name: 'inner', render: () => 'inner' });
    const outer = definePrompt({
      name: 'outer',
      render: async (_, context) => (await runtime.prompts.get({ name: 'inner' }, context)).messages,
    });
    const { runtime } = runtimeWith([concurrency({ max: 1, queue: 10 })], { prompts: [inner, outer] });
    const answers = await Promise.all([1, 2, 3].map(() => runtime.prompts.get({ name: 'outer' })));
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ messages: [said('inner')] })));
  });

  test.each([{ max: 0 }, { max: NaN }, { queue: -1 }, { queue: 0.5 }])('rejects the options %j', (options) => {
    expect(() => concurrency(options)).toThrow(RangeError);
  });
});
