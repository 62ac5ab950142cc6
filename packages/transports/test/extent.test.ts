import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../test/support/runs.ts';
import { isCheckable, isCheckableJson, isKeepable } from '../build/jsonrpc/message-budget.js';

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('a message can be checked', () => {
  test('with 5,000 values in all, and no more', () => {
    const array = (length: number) => Array.from({ length }, () => 0);
    expect([4_999, 5_000].map((length) => isCheckable(array(length)))).toEqual([true, false]);
    expect(isCheckable([array(2_499), array(2_499), 0])).toBe(false);
  });

  test('with values that lie 64 levels deep, and no deeper', () => {
    expect([64, 65, 100_000].map((levels) => isCheckable(levels < 100 ? nested(levels) : deep(levels)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('however long its texts are', () => {
    expect(isCheckable({ text: 'x'.repeat(1_000_000) })).toBe(true);
  });
});

describe('a message that has not been parsed', () => {
  test.each([undefined, 1])('is found to be checkable as it is once it has been, indented by %s', (indent) => {
    const many = fc.integer({ min: 1_000, max: 6_000 });
    fc.assert(
      fc.property(many, fc.jsonValue({ maxDepth: 4 }), (count, value) => {
        const message = Array.from({ length: count }, () => value);
        expect(isCheckableJson(JSON.stringify(message, null, indent))).toBe(isCheckable(message));
      }),
      { numRuns: runs(400) },
    );
  });

  test('with 5,000 values in all, 64 levels deep, is checkable, and with no more', () => {
    const blank = ' '.repeat(10_000);
    const array = (length: number) => `[${Array.from({ length }, () => '0').join(', ')}]${blank}`;
    const deepest = (levels: number) => `${'[ '.repeat(levels)}${']'.repeat(levels)}${blank}`;
    expect([array(4_999), array(5_000), deepest(64), deepest(65)].map(isCheckableJson)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('is not misled by what is in its texts', () => {
    for (const text of ['[{,'.repeat(6_000), '"'.repeat(6_000), '\\'.repeat(6_001), '\\",'.repeat(6_000)]) {
      expect(isCheckableJson(JSON.stringify([text, { [text]: text }]))).toBe(true);
    }
  });
});

describe('what a client says of itself can be kept', () => {
  test('up to 65,536 characters, names included, so that an icon has room', () => {
    const [short, long] = ['x'.repeat(65_000), 'x'.repeat(65_536)];
    expect([{ title: short }, { title: long }, { [long]: '' }].map(isKeepable)).toEqual([true, false, false]);
  });

  test('where each value counts for 32, as it takes memory too', () => {
    expect([1_800, 2_050].map((length) => isKeepable(Array.from({ length }, () => 0)))).toEqual([true, false]);
  });

  test('no deeper than a message may be', () => {
    expect(isKeepable(nested(65))).toBe(false);
  });
});

/** Deeper than any parser goes. */
function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
