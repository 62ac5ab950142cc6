import { type LimitOptions, Runtime, NotFoundError } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const runtimeWith = (limits: LimitOptions) => new Runtime({ prompts: [], limits });

const INVALID = [Number.NaN, -1, 0.5, -Infinity, '5'];
const TIMES = ['renderMs', 'completeMs', 'listMs', 'askMs', 'readMs'];
const SIZES = ['argumentLength', 'argumentsLength', 'maxValues', 'messages', 'answerBytes', 'subscribedUriLength'];

describe.each([
  ...TIMES.map((name) => [name, 'a whole number from 1 to 2147483647', 0, Infinity, 2 ** 31] as const),
  ...SIZES.map((name) => [name, 'a whole number from 1 on, or Infinity for no limit', 0] as const),
  ['subscriptions', 'a whole number from 0 on, or Infinity for no limit'] as const,
  ['maxDepth', 'a whole number from 1 to 1000', 0, Infinity, 1_001] as const,
])('limits.%s', (name, range, ...others) => {
  test.each([...INVALID, ...others])('rejects %j', (value) => {
    expect(() => runtimeWith({ [name]: value })).toThrow(
      new RangeError(`limits.${name} is ${typeof value === 'number' ? value : JSON.stringify(value)}: use ${range}`),
    );
  });
});

describe('LimitOptions', () => {
  test('accepts Infinity for sizes and 2147483647 for times', () => {
    const sizes = SIZES.map((name) => [name, Infinity]);
    const times = TIMES.map((name) => [name, 2 ** 31 - 1]);
    expect(() => runtimeWith({ ...Object.fromEntries([...sizes, ...times]), subscriptions: 0 })).not.toThrow();
  });

  test('uses the default for a limit that is undefined', async () => {
    await expect(runtimeWith({ renderMs: undefined as never }).prompts.get({ name: 'x' })).rejects.toThrow(
      NotFoundError,
    );
  });
});
