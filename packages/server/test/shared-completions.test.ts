import { Monitor } from '@cuecard/core';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Exchange } from '../build/edge/exchange.js';
import { SharedCompletions } from '../build/edge/completion-limit.js';

const exchange = { message: { id: 1, method: 'completion/complete' }, identity: undefined } as unknown as Exchange;

function limitedBy(consume: () => Promise<unknown>) {
  const warnings: string[] = [];
  const completions = new SharedCompletions(
    { completionLimiter: { consume }, maxCompletionsPerSecond: 1_000 },
    new Monitor({ warn: (message, error) => void warnings.push(`${message}: ${String(error)}`), info() {} }),
  );
  return { admits: async () => (await completions.refusalOf(exchange)) === undefined, warnings };
}

describe('completionLimiter', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('delays only one completion, by a second, while it hangs', async () => {
    const { admits, warnings } = limitedBy(() => new Promise(() => {}));
    const first = admits();
    await jest.advanceTimersByTimeAsync(1_000);
    expect([await first, await admits(), await admits()]).toEqual([true, true, true]);
    expect(warnings).toEqual([
      'The completion limiter fails: each instance counts completions separately: Error: The limiter did not respond within 1000 ms',
    ]);
  });

  test('logs one warning for each outage', async () => {
    let isAway = true;
    const { admits, warnings } = limitedBy(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()));
    for (let at = 0; at < 100; at += 1) await admits();
    const before = warnings.length;
    isAway = false;
    jest.advanceTimersByTime(5_000);
    await admits();
    isAway = true;
    await admits();
    expect([before, warnings.length]).toEqual([1, 2]);
  });
});
