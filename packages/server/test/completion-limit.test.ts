import { afterEach, expect, jest, test } from '@jest/globals';
import { CompletionLimit } from '../build/edge/completion-limit.js';
import { callerOf } from '../build/edge/shares.js';

const completion = (id: number) => ({ jsonrpc: '2.0', id, method: 'completion/complete' });

function ask(limit: CompletionLimit, caller: string, times: number): boolean[] {
  return Array.from({ length: times }, (_, id) => limit.admits(completion(id), () => caller));
}

test('each caller may ask for 50 completions a second unless told otherwise', () => {
  const limit = new CompletionLimit({});
  const fifty = Array.from({ length: 50 }, () => true);
  expect(ask(limit, 'her', 51)).toEqual([...fifty, false]);
  expect(ask(limit, 'him', 50)).toEqual(fifty);
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('no more are answered within any second than a little over those, wherever it begins', () => {
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
  now += 60; // Another second has begun.
  expect(ask(burst, 'him', 1)).toEqual([false]);
  now += 500;
  expect(ask(burst, 'him', 6)).toEqual([true, true, true, true, true, false]);
});

test('what is refused does not count, and a batch counts for all of its completions', () => {
  const limit = new CompletionLimit({ maxCompletionsPerSecond: 3 });
  const batch = (length: number) => [...Array.from({ length }, (_, id) => completion(id)), { method: 'ping' }, null, 5];
  const asked = [2, 2, 1, 1, 0].map((length) => limit.admits(batch(length), () => 'her'));
  expect(asked).toEqual([true, false, true, false, true]);
});

test('nothing but completions is limited, and of nothing else the caller is asked', () => {
  const limit = new CompletionLimit({ maxCompletionsPerSecond: 1 });
  const caller = () => {
    throw new Error('asked');
  };
  const others = [undefined, null, 5, 'completion/complete', [], {}, { method: 'prompts/get' }, [[completion(1)]]];
  expect(others.map((message) => limit.admits(message, caller))).toEqual(others.map(() => true));
});

test('IPv4 addresses are callers of their own, IPv6 addresses by their network, and principals by name', () => {
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
