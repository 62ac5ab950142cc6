import { afterEach, jest } from '@jest/globals';

const OTHERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/** Returns functions that control timeouts or the date until a test ends. Sockets and `timers/promises` keep real time. */
export function fakeClock() {
  afterEach(() => void jest.useRealTimers());
  return {
    /** Fakes timeouts, which also advance with real time: a server over stdio delays its output for milliseconds. */
    fakeTimeouts: () => void jest.useFakeTimers({ advanceTimers: true, doNotFake: [...OTHERS, 'Date'] }),
    /** Fakes timeouts and the date, which advance together. */
    fakeTime: () => void jest.useFakeTimers({ advanceTimers: true, doNotFake: [...OTHERS] }),
    pass: (ms: number) => void jest.advanceTimersByTime(ms),
    shiftDate: (ms: number) =>
      void jest.useFakeTimers({ now: Date.now() + ms, doNotFake: [...OTHERS, 'setTimeout', 'clearTimeout'] }),
  };
}

/** A little longer than a server collects changes before it notifies clients. */
export const COLLECTED_MS = 60;
