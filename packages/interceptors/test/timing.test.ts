import { type Timing, timing } from '@cuecard/interceptors';
import { describe, expect, test } from '@jest/globals';
import { refusal, review, runtimeWith, said, styleOf } from './support/runtime.ts';

const durationMs = expect.any(Number);
const _meta = { 'dev.cuecard/durationMs': durationMs };

describe('timing', () => {
  test('adds the duration to each result, and keeps all other properties of the result', async () => {
    const { runtime } = runtimeWith([timing()]);
    expect(await runtime.prompts.get(review('x'))).toEqual({
      messages: [said('Review x')],
      _meta: { ..._meta, 'dev.cuecard/version': '1.2.0' },
    });
    expect(await runtime.complete(styleOf('str'))).toEqual({
      completion: { values: ['strict'], total: 1, hasMore: false },
      _meta,
    });
    const { prompts, _meta: ofList } = await runtime.prompts.list();
    expect([prompts.length, ofList]).toEqual([5, _meta]);
  });

  test('adds no duration to a list that callers share', async () => {
    let isOn = true;
    const measure = timing();
    const { runtime } = runtimeWith([(call, next) => (isOn ? measure(call, next) : next())]);
    await runtime.prompts.list();
    isOn = false;
    expect((await runtime.prompts.list())._meta).toBe(undefined);
  });

  test('reports each call, even a failed call, without changing the result', async () => {
    const timings: Timing[] = [];
    const { runtime } = runtimeWith([timing((each) => void timings.push(each))], { limits: { renderMs: 30 } });
    expect((await runtime.prompts.get(review('x')))._meta).toEqual({ 'dev.cuecard/version': '1.2.0' });
    await refusal(runtime.prompts.get({ name: 'hang' }));
    await refusal(runtime.prompts.get({ name: 'nobody' }));
    expect(timings).toEqual([
      { method: 'prompts/get', prompt: 'review', version: '1.2.0', durationMs },
      { method: 'prompts/get', prompt: 'hang', version: undefined, durationMs },
      { method: 'prompts/get', prompt: undefined, version: undefined, durationMs },
    ]);
    // Timers start at the time of their event loop turn, which is earlier.
    expect(timings[1]?.durationMs).toBeGreaterThan(15);
    expect(timings[1]?.durationMs).toBeLessThan(1000);
  });

  test('does not fail a request if the report function fails, and logs the failure', async () => {
    const { runtime, log } = runtimeWith([timing(() => Promise.reject(new Error('no route')))]);
    expect((await runtime.prompts.get(review('x'))).messages).toEqual([said('Review x')]);
    await new Promise(setImmediate);
    expect(log).toEqual([['Prompt "review" failed to clean up', new Error('no route')]]);
  });
});
