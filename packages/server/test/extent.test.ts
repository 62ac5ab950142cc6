import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { isKeepable, isWithin, parseMessage } from '../build/jsonrpc/message-limits.js';
import { weightOf } from '../build/jsonrpc/message-size.js';

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

const limits = { maxValues: 5_000, maxDepth: 64 };

describe('isWithin', () => {
  test('accepts up to the maximum number of values', () => {
    const array = (length: number) => Array.from({ length }, () => 0);
    expect([4_999, 5_000].map((length) => isWithin(array(length), limits))).toEqual([true, false]);
    expect(isWithin([array(2_499), array(2_499), 0], limits)).toBe(false);
  });

  test('accepts up to the maximum number of levels', () => {
    const values = [nested(64), nested(65), deep(100_000)];
    expect(values.map((value) => isWithin(value, limits))).toEqual([true, false, false]);
    expect([65, 66].map((levels) => isWithin(nested(levels), { ...limits, maxDepth: 65 }))).toEqual([true, false]);
  });

  test('accepts long strings', () => {
    expect(isWithin({ text: 'x'.repeat(1_000_000) }, limits)).toBe(true);
  });
});

describe('parseMessage', () => {
  const isParsed = (text: string) => 'json' in parseMessage(text, limits);

  test.each([undefined, 1])('agrees with isWithin for any message, indented by %s', (indent) => {
    const many = fc.integer({ min: 1_000, max: 6_000 });
    fc.assert(
      fc.property(many, fc.jsonValue({ maxDepth: 4 }), (count, value) => {
        const message = Array.from({ length: count }, () => value);
        expect(isParsed(JSON.stringify(message, null, indent))).toBe(isWithin(message, limits));
      }),
      { numRuns: runs(400) },
    );
  });

  test('accepts up to the maximum values and levels, regardless of white space', () => {
    const array = (length: number) => `[${Array.from({ length }, () => '0').join(', ')}] `;
    const deepest = (levels: number) => `${'[ '.repeat(levels)}${']'.repeat(levels)} `;
    expect([array(4_999), array(5_000), deepest(64), deepest(65)].map(isParsed)).toEqual([true, false, true, false]);
  });

  test('ignores the contents of strings', () => {
    for (const text of ['[{,'.repeat(6_000), '"'.repeat(6_000), '\\'.repeat(6_001), '\\",'.repeat(6_000)])
      expect(isParsed(JSON.stringify([text, { [text]: text }]))).toBe(true);
  });

  test('rejects unterminated strings', () => {
    expect(['"', '["a', '{"a":"\\"'].map((text) => parseMessage(text, limits))).toEqual([NO_JSON, NO_JSON, NO_JSON]);
  });

  test('computes the same weight as for a parsed message', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        expect(parseMessage(JSON.stringify(json, null, 1), { maxValues: Infinity, maxDepth: 64 })).toEqual({
          json: JSON.parse(JSON.stringify(json)),
          weight: weightOf(json, 0),
        });
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

const NO_JSON = { code: -32700, message: 'Parse error: the message is not valid JSON in UTF-8' };

/** Returns an array with this many levels. */
function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
