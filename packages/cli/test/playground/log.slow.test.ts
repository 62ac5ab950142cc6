/** @slow measures memory */
import { afterEach, expect, jest, test } from '@jest/globals';
import { Held } from '../../../server/test/support/held.ts';
import type { LoggedCall } from '../../build/playground/api.js';
import { CallLog } from '../../build/playground/log/call-log.js';

afterEach(() => void jest.useRealTimers());

test('CallLog.note keeps no references to requests and results', async () => {
  jest.useFakeTimers();
  const log = new CallLog(() => {});
  const held = new Held();
  const call = async (answer: () => Promise<object>) => {
    const context = held.watch({ signal: new AbortController().signal, client: { revision: '2025-11-25' } });
    await log
      .note({ method: 'prompts/get', params: held.watch({ name: 'x' }), call: context }, answer)
      .catch(() => undefined);
  };
  await call(() => Promise.resolve(held.watch({ messages: [] })));
  await call(() => Promise.reject(held.watch(Object.assign(new Error('x'), { code: 1, context: {} }))));
  jest.advanceTimersByTime(50); // The log writes new calls after this time.
  expect(await held.counts()).toEqual({ all: 6, held: 0 });
  expect((JSON.parse(log.json) as LoggedCall[]).map(({ id }) => id)).toEqual([1, 2]);
  log.close();
});
