import { jest } from '@jest/globals';

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

/**
 * Fakes only some clocks and timers, because sockets need the others. Without `clearTimeout`, servers of earlier tests can
 * still clear their timers.
 */
export function fakeOnly(...names: readonly (typeof ALL)[number][]): void {
  jest.useFakeTimers({ doNotFake: ALL.filter((name) => !names.includes(name)) });
}
