import { afterEach, expect, jest, test } from '@jest/globals';
import { CompletionLimit } from '../build/edge/completion-limit.js';
import { callerOf } from '../build/edge/shares.js';

const completion = (id: number) => ({ jsonrpc: '2.0', id, method: 'completion/complete' });

function ask(limit: CompletionLimit, caller: string, times: number): boolean[] {
  return Array.from({ length: times }, (_, id) => limit.admits(completion(id), () => caller));
}

test('CompletionLimit admits 50 completions per caller and second by default', () => {
  const limit = new CompletionLimit({});
  const fifty = Array.from({ length: 50 }, () => true);
  expect(ask(limit, 'her', 51)).toEqual([...fifty, false]);
  expect(ask(limit, 'him', 50)).toEqual(fifty);
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('CompletionLimit admits at most 10 % above the limit within any second', () => {
  let now = 10_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const limit = new CompletionLimit({ maxCompletionsPerSecond: 10 });
  const admitted: number[] = [];
  for (; now < 15_000; now += 10) if (ask(limit, 'her', 1)[0] === true) admitted.push(now);
  const within = admitted.map((from) => admitted.filter((at) => at >= from && at < from + 1_000).length);
  expect(Math.max(...within)).toBeLessThanOrEqual(11);
  expect(admitted.length).toBeGreaterThanOrEqual(45);

  now += 900;
  const burst = new CompletionLimit({ maxCompletionsPerSecond: 10 });
  ask(burst, 'him', 1);
  now += 950;
  expect(ask(burst, 'him', 9)).toEqual(Array.from({ length: 9 }, () => true));
  now += 60; // Another second has started.
  expect(ask(burst, 'him', 1)).toEqual([false]);
  now += 500;
  expect(ask(burst, 'him', 6)).toEqual([true, true, true, true, true, false]);
});

test('CompletionLimit counts all completions of a batch, but not rejected ones', () => {
  const limit = new CompletionLimit({ maxCompletionsPerSecond: 3 });
  const batch = (length: number) => [...Array.from({ length }, (_, id) => completion(id)), { method: 'ping' }, null, 5];
  const admitted = [2, 2, 1, 1, 0].map((length) => limit.admits(batch(length), () => 'her'));
  expect(admitted).toEqual([true, false, true, false, true]);
});

test('CompletionLimit ignores other messages and does not determine their caller', () => {
  const limit = new CompletionLimit({ maxCompletionsPerSecond: 1 });
  const caller = () => {
    throw new Error('called');
  };
  const others = [undefined, null, 5, 'completion/complete', [], {}, { method: 'prompts/get' }, [[completion(1)]]];
  expect(others.map((message) => limit.admits(message, caller))).toEqual(others.map(() => true));
});

test('callerOf returns the principal, the IPv4 address or the IPv6 network', () => {
  const at = (address?: string) => callerOf({ identity: undefined, address });
  expect([
    at('192.0.2.1'),
    at('::ffff:192.0.2.1'),
    at('::1'),
    at('2001:db8::1'),
    at('2001:db8:0:0:7::1'),
    at('2001:db8:1:2:3:4:5:6'),
    at('2001:db8:1:2::'),
    at('fe80::1%eth0'),
    at(),
    callerOf({ identity: { principal: '192.0.2.1', scopes: [] }, address: '::1' }),
  ]).toEqual([
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '0:0:0:0',
    '2001:db8:0:0',
    '2001:db8:0:0',
    '2001:db8:1:2',
    '2001:db8:1:2',
    'fe80:0:0:0',
    '',
    'principal 192.0.2.1',
  ]);
});
