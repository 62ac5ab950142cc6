import { expect, test } from '@jest/globals';
import type { Exchange } from '../build/edge/exchange.js';
import { SharedCompletions } from '../build/edge/shared-completions.js';

const exchange = { message: { id: 1, method: 'completion/complete' }, identity: undefined } as unknown as Exchange;

function limitedBy(consume: () => Promise<unknown>) {
  const warnings: string[] = [];
  const completions = new SharedCompletions(
    { completionLimiter: { consume }, maxCompletionsPerSecond: 1_000 },
    { warn: (message, error) => void warnings.push(`${message}: ${String(error)}`) },
  );
  return { admits: () => completions.admits(exchange), warnings };
}

test('completions are answered while the limiter does not answer, which is waited for and said once', async () => {
  const { admits, warnings } = limitedBy(() => new Promise(() => {}));
  const start = performance.now();
  const answers = [await admits(), await admits(), await admits()];
  expect([answers, performance.now() - start < 1_900, warnings]).toEqual([
    [true, true, true],
    true,
    ['completionLimiter has failed, and completions are answered: Error: No answer within 1000 ms'],
  ]);
});

test('a limiter that fails for long fills no log, and one that works again may fail again', async () => {
  let isAway = true;
  const { admits, warnings } = limitedBy(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()));
  for (let at = 0; at < 100; at += 1) await admits();
  const before = warnings.length;
  isAway = false;
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  await admits();
  isAway = true;
  await admits();
  expect([before, warnings.length]).toEqual([1, 2]);
});
