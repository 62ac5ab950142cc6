import { afterEach, beforeEach, jest } from '@jest/globals';

/** Longer than the runtime collects changes into one notification. */
const NOTIFIED_MS = 60;

/** Gives the tests of a file or of a `describe` a clock that only they move. Immediates stay real: they take no time. */
export function useFakeTime(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/** Lets time pass, with the timers that become due and everything that awaits them. */
export async function elapse(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}

/** Lets pass the time after which listeners have been notified of a change. */
export function notified(): Promise<void> {
  return elapse(NOTIFIED_MS);
}

/** A promise that takes time, and ends with the signal. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Lets time pass while something works. Returns its value, or the error with which it has ended by then. */
export async function outcomeAfter(ms: number, work: Promise<unknown>): Promise<unknown> {
  const outcome = work.catch((error: unknown) => error);
  await elapse(ms);
  return outcome;
}
