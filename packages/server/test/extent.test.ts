import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../test/support/runs.ts';
import { readJson } from '../build/edge/body.js';
import { isCheckable, isCheckableJson, isKeepable } from '../build/jsonrpc/message-budget.js';

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('isCheckable', () => {
  test('accepts up to the given number of values', () => {
    const array = (length: number) => Array.from({ length }, () => 0);
    expect([4_999, 5_000].map((length) => isCheckable(array(length), 5_000))).toEqual([true, false]);
    expect(isCheckable([array(2_499), array(2_499), 0], 5_000)).toBe(false);
  });

  test('accepts up to 64 levels', () => {
    expect([64, 65, 100_000].map((levels) => isCheckable(levels < 100 ? nested(levels) : deep(levels), 5_000))).toEqual(
      [true, false, false],
    );
  });

  test('accepts long strings', () => {
    expect(isCheckable({ text: 'x'.repeat(1_000_000) }, 5_000)).toBe(true);
  });
});

describe('isCheckableJson', () => {
  test.each([undefined, 1])('agrees with isCheckable for any message, indented by %s', (indent) => {
    const many = fc.integer({ min: 1_000, max: 6_000 });
    fc.assert(
      fc.property(many, fc.jsonValue({ maxDepth: 4 }), (count, value) => {
        const message = Array.from({ length: count }, () => value);
        const isJson = isCheckableJson(JSON.stringify(message, null, indent), 5_000);
        expect(isJson).toBe(isCheckable(message, 5_000));
      }),
      { numRuns: runs(400) },
    );
  });

  test('accepts up to the given number of values and 64 levels, without counting blanks', () => {
    const blank = ' '.repeat(10_000);
    const array = (length: number) => `[${Array.from({ length }, () => '0').join(', ')}]${blank}`;
    const deepest = (levels: number) => `${'[ '.repeat(levels)}${']'.repeat(levels)}${blank}`;
    expect([array(4_999), array(5_000), deepest(64), deepest(65)].map((json) => isCheckableJson(json, 5_000))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('ignores the contents of strings', () => {
    for (const text of ['[{,'.repeat(6_000), '"'.repeat(6_000), '\\'.repeat(6_001), '\\",'.repeat(6_000)]) {
      expect(isCheckableJson(JSON.stringify([text, { [text]: text }]), 5_000)).toBe(true);
    }
  });
});

describe('readJson', () => {
  test('weighs a long body like a short one', () => {
    const weightOf = (text: string) => readJson(Buffer.from(text), 100_000);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.stringify(value, null, 1);
        fc.pre(/^[ -~\n]*$/.test(json) && !json.includes('\\u')); // Of others, padding takes two bytes a character.
        const [short, long] = [weightOf(json), weightOf(json.padEnd(json.length + 20_000))];
        expect(long).toEqual({ ...short, weight: 'weight' in short && short.weight + 20_000 });
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('isKeepable', () => {
  test('accepts up to 65,536 characters, including names', () => {
    const [short, long] = ['x'.repeat(65_000), 'x'.repeat(65_536)];
    expect([{ title: short }, { title: long }, { [long]: '' }].map(isKeepable)).toEqual([true, false, false]);
  });

  test('counts each value as 32 characters', () => {
    expect([1_800, 2_050].map((length) => isKeepable(Array.from({ length }, () => 0)))).toEqual([true, false]);
  });

  test('rejects more than 64 levels', () => {
    expect(isKeepable(nested(65))).toBe(false);
  });
});

/** Returns an array with this many levels. */
function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
