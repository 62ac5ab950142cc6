import { definePrompt, TimeoutError } from '@cuecard/core';
import { deadline } from '@cuecard/interceptors';
import { expect, test } from '@jest/globals';
import { elapse, outcomeAfter, useFakeTime } from '../../../build/jest/fake-time.ts';
import { review, runtimeWith, said } from './support/runtime.ts';

useFakeTime();

test('deadline ends a slow call and reports the limit', async () => {
  const { runtime } = runtimeWith([deadline(30)]);
  expect(await outcomeAfter(30, runtime.prompts.get({ name: 'hang' }))).toEqual(
    new TimeoutError('Prompt "hang"', 30, { prompt: 'hang' }),
  );
  expect((await runtime.prompts.get(review('x'))).messages).toEqual([said('Review x')]);
});

test('deadline of one prompt does not apply to other prompts', async () => {
  const slow = (name: string, interceptors = [deadline(10_000)]) =>
    definePrompt({
      name,
      interceptors,
      render: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('late'))),
    });
  const { runtime } = runtimeWith([], {
    prompts: [slow('quick', [deadline(20)]), slow('other')],
    limits: { renderMs: 60 },
  });
  const both = Promise.allSettled([runtime.prompts.get({ name: 'quick' }), runtime.prompts.get({ name: 'other' })]);
  await elapse(60);
  expect((await both).map((each) => each.status === 'rejected' && each.reason)).toEqual([
    new TimeoutError('Prompt "quick"', 20, { prompt: 'quick' }),
    new TimeoutError('Prompt "other"', 60, { prompt: 'other' }), // A deadline after the request's own has no effect.
  ]);
});

test.each([0, -1, 1.5, NaN, Infinity])('deadline(%d) throws', (ms) => {
  expect(() => deadline(ms)).toThrow(new RangeError(`deadline is ${ms}: use a whole number from 1 on`));
});
