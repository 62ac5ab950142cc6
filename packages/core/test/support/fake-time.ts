import { afterEach, beforeEach, jest } from '@jest/globals';

/** Longer than the runtime collects changes into one notification. */
const NOTIFIED_MS = 60;

/** Installs fake timers in the tests of a file or a `describe`. Immediates stay real, because they take no time. */
export function useFakeTime(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/** Advances the time, and runs the timers that become due and everything that awaits them. */
export async function elapse(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}

/** Advances the time until listeners have been notified of a change. */
export function notified(): Promise<void> {
  return elapse(NOTIFIED_MS);
}

/** Resolves after this time, or rejects when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Advances the time, and returns the value or the error of the work. */
export async function outcomeAfter(ms: number, work: Promise<unknown>): Promise<unknown> {
  const outcome = work.catch((error: unknown) => error);
  await elapse(ms);
  return outcome;
}
