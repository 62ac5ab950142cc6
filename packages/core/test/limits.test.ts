import { type LimitOptions, Runtime, NotFoundError } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const runtimeWith = (limits: LimitOptions) => new Runtime({ prompts: [], limits });

const NONE = [Number.NaN, -1, 0.5, -Infinity, '5'];
const ANY_TIME = ['renderMs', 'completeMs', 'listMs', 'askMs', 'readMs'];
const ANY_SIZE = ['argumentLength', 'argumentsLength', 'messages', 'answerBytes'];

describe.each([
  ...ANY_TIME.map((name) => [name, 'a whole number from 1 to 2147483647', 0, Infinity, 2 ** 31] as const),
  ...ANY_SIZE.map((name) => [name, 'a whole number from 1 on, or Infinity for no limit', 0] as const),
  ['subscriptions', 'a whole number from 0 on, or Infinity for no limit'] as const,
])('a runtime refuses to start with limits.%s that is not %s', (name, range, ...others) => {
  test.each([...NONE, ...others])('such as %j', (given) => {
    expect(() => runtimeWith({ [name]: given })).toThrow(
      new RangeError(`limits.${name} is ${typeof given === 'number' ? given : JSON.stringify(given)}: use ${range}`),
    );
  });
});

test('what need not be limited may be without a limit, and times may be as long as timers can be', () => {
  const sizes = ANY_SIZE.map((name) => [name, Infinity]);
  const times = ANY_TIME.map((name) => [name, 2 ** 31 - 1]);
  expect(() => runtimeWith({ ...Object.fromEntries([...sizes, ...times]), subscriptions: 0 })).not.toThrow();
});

test('a limit that is not given is as by default, also where it is named', async () => {
  await expect(runtimeWith({ renderMs: undefined as never }).prompts.get({ name: 'x' })).rejects.toThrow(NotFoundError);
});
