import { afterEach, beforeEach, jest } from '@jest/globals';

const ALL = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Longer than a runtime or a server collects changes into one notification. */
export const COLLECTED_MS = 60;

/** Gives the tests of a file or of a `describe` a clock that only they move. Immediates stay real: they take no time. */
export function useFakeTime(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/**
 * Fakes only some clocks and timers, because sockets need the others. Without `clearTimeout`, servers of earlier tests can
 * still clear their timers.
 */
export function fakeOnly(...names: readonly Fakeable[]): void {
  fake(names);
}

type Fakeable = (typeof ALL)[number];

function fake(names: readonly Fakeable[], options: { advanceTimers?: true; now?: number } = {}): void {
  jest.useFakeTimers({ ...options, doNotFake: ALL.filter((name) => !names.includes(name)) });
}

/** Returns functions that control timeouts or the date until a test ends. Sockets and `timers/promises` keep real time. */
export function fakeClock() {
  afterEach(() => void jest.useRealTimers());
  return {
    /** Fakes timeouts, which also advance with real time: a server over stdio delays its output for milliseconds. */
    fakeTimeouts: () => fake(['setTimeout', 'clearTimeout'], { advanceTimers: true }),
    /** Fakes timeouts and the date, which advance together. */
    fakeTime: () => fake(['setTimeout', 'clearTimeout', 'Date'], { advanceTimers: true }),
    pass: (ms: number) => void jest.advanceTimersByTime(ms),
    shiftDate: (ms: number) => fake(['Date'], { now: Date.now() + ms }),
  };
}

/** Lets time pass, with the timers that become due and everything that awaits them. */
export async function elapse(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}

/** Lets pass the time after which listeners have been notified of a change. */
export function notified(): Promise<void> {
  return elapse(COLLECTED_MS);
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

/** Lets time pass while work is in progress. Returns its value, or the error with which it ended by then. */
export async function outcomeAfter(ms: number, work: Promise<unknown>): Promise<unknown> {
  const outcome = work.catch((error: unknown) => error);
  await elapse(ms);
  return outcome;
}
