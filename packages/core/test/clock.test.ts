import { setTimeout as sleep } from 'node:timers/promises';
import { Prompt, type PromptHandler, type RequestContext, Runtime, TimeoutError } from '@cuecard/core';
import { afterEach, describe, expect, jest, test } from '@jest/globals';

const logger = { error() {}, warn() {} };
const HOUR_MS = 3_600_000;

/** Sets the clock of the machine, as far as this process can see. */
function setClock(byMs: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe.each([
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
])('when the clock is set %s by an hour', (_where, byMs) => {
  test('a request that has begun is still given the time that it may take', async () => {
    @Prompt({ name: 'slow' })
    class Slow implements PromptHandler {
      async render(_: object, context: RequestContext) {
        void context.deadline;
        setClock(byMs);
        await sleep(20);
        context.restrict(60);
        await sleep(20);
        const left = context.deadline - Date.now();
        expect([left > 0, left <= 60]).toEqual([true, true]);
        await sleep(5_000, undefined, { signal: context.signal });
        return '';
      }
    }
    const runtime = new Runtime({ prompts: [Slow], logger });
    await expect(runtime.prompts.get({ name: 'slow' })).rejects.toEqual(
      new TimeoutError('Prompt "slow"', 60, { prompt: 'slow' }),
    );
  });
});
