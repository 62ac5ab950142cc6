import { afterEach, expect, jest, test } from '@jest/globals';
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as realTime } from 'node:timers/promises';
import Environment from '../jest/environment.cjs';

afterEach(() => void jest.useRealTimers());

test('fakes the timers of the current test file only', async () => {
  jest.useFakeTimers();
  const fired: string[] = [];
  setTimeout(() => fired.push('of this file'), 1);
  const other = async () => {
    await new Environment({ projectConfig: {} }).setup(); // The rest of this test runs as part of another file.
    setTimeout(() => fired.push('of another file'), 1);
    clearTimeout(setTimeout(() => fired.push('cleared'), 1));
  };
  await new AsyncResource('other file').runInAsyncScope(other);
  await realTime(20);
  expect([jest.getTimerCount(), fired]).toEqual([1, ['of another file']]);
  jest.advanceTimersByTime(1);
  expect([jest.getTimerCount(), fired]).toEqual([0, ['of another file', 'of this file']]);
});
