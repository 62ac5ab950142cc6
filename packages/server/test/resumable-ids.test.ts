import { Monitor, SafeLogger, stderrLogger } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { ResumableIds } from '../build/session/resumable-ids.js';
import { StateKeys } from '../build/shared/state-keys.js';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
} as const;

const monitor = new Monitor(new SafeLogger(stderrLogger));

test('ResumableIds remembers the last 10,000 ended sessions', () => {
  const ids = new ResumableIds(new StateKeys({}, monitor), 60_000);
  const [first = '', second = '', ...more] = Array.from({ length: 10_001 }, () => ids.create(initialize, 'ada'));
  for (const id of [first, second, ...more.slice(1)]) ids.end(id ?? '');
  expect([ids.read(first, 'ada'), ids.read(second, 'ada')]).toEqual([undefined, undefined]);
  ids.end(more[0] ?? '');
  expect([ids.read(first, 'ada'), ids.read(second, 'ada')]).toEqual([
    { ...initialize, id: 'cuecard/replayed' },
    undefined,
  ]);
});

test('StateKeys derives a key for each purpose', () => {
  const keys = new StateKeys({ stateKeys: ['k'.repeat(32), new Uint8Array(32).fill(107)] }, monitor);
  const [one, same] = keys.forPurpose('one purpose');
  expect(one).toEqual(same);
  expect(one).toHaveLength(32);
  expect(keys.forPurpose('one purpose')).toBe(keys.forPurpose('one purpose'));
  expect([...keys.forPurpose('another purpose'), Buffer.from('k'.repeat(32))]).not.toContainEqual(one);
});
