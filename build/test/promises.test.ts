import { describe, expect, test } from '@jest/globals';
import { compare } from '../promises/comparison.js';

const file = (source: string, ...uncovered: string[]) => ({ source, branches: 3, uncovered });

describe('compare', () => {
  test('names branches of unchanged files that lost or gained a test', () => {
    const before = { 'a.ts': file('1', '2:1 if 0', '4:1 if 1'), 'b.ts': file('2') };
    const now = { 'a.ts': file('1', '2:1 if 0', '9:3 function parse'), 'b.ts': file('2') };
    expect(compare(before, now)).toEqual({
      lost: ['a.ts:9:3 function parse'],
      gained: ['a.ts:4:1 if 1'],
      changed: [],
      removed: [],
    });
  });

  test('lists changed and removed files apart, without their branches', () => {
    const before = { 'changed.ts': file('1', '2:1 if 0'), 'removed.ts': file('2') };
    const now = { 'changed.ts': file('3', '2:1 if 1'), 'added.ts': file('4', '1:1 if 0') };
    expect(compare(before, now)).toEqual({
      lost: [],
      gained: [],
      changed: ['changed.ts: 2 of 3 branches were covered'],
      removed: ['removed.ts: 3 of 3 branches were covered'],
    });
  });
});
