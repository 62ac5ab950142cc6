import { RequestError } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { headerCheck } from '../build/jsonrpc/header-mirror.js';

const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
const fault = (why: string) =>
  new RequestError(`Bad Request: the request headers and body disagree: the header mcp-param-region ${why}`, {
    code: -32020,
  });
const OTHER = fault('differs from the body');
const MISSING = fault('is missing');
const UNREADABLE = fault('has characters that must be encoded, or is not valid Base64');

/** Returns `agreed`, or the error for an argument and the header that repeats it. */
function checked(value: unknown, header: string | undefined): unknown {
  try {
    headerCheck((name) => (name === 'region' ? header : undefined))([{ header: 'Region', value }]);
    return 'agreed';
  } catch (error) {
    return error;
  }
}

describe('headerCheck', () => {
  test.each<[unknown, string]>([
    ['eu', 'eu'],
    ['eu', ' eu\t'],
    ['', ''],
    ['', encoded('')],
    ['Hello', '=?base64?SGVsbG8=?='],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['SGVsbG8=', 'SGVsbG8='],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
    [42, '42'],
    [42, '42.0'],
    [0, '-0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['5', '5'],
    [1e-7, '1e-7'],
    [true, 'true'],
  ])('accepts a header that equals its argument: %j as %j', (value, header) => {
    expect(checked(value, header)).toBe('agreed');
  });

  test('accepts a missing argument without a header', () => {
    expect([checked(undefined, undefined), checked(null, undefined)]).toEqual(['agreed', 'agreed']);
  });

  test('accepts any header for an object or array', () => {
    expect([checked({}, 'x'), checked(['eu'], 'x')]).toEqual(['agreed', 'agreed']);
  });

  test.each<[unknown, string]>([
    ['eu', 'us'],
    ['eu', 'EU'],
    ['eu', 'eu, eu'],
    ['eu', encoded('us')],
    [' eu', ' eu'],
    [42, '43'],
    [42, '0x2a'],
    [42, 'forty-two'],
    ['42', '42.0'],
    [true, 'True'],
    [undefined, 'eu'],
    [null, 'null'],
    [2 ** 53, '9007199254740993'],
    [2 ** 53, '9007199254740992'],
  ])('rejects a header that differs from its argument: %j and %j', (value, header) => {
    expect(checked(value, header)).toEqual(OTHER);
  });

  test.each<unknown>(['eu', '', false, {}])('rejects a missing header for %j', (value) => {
    expect(checked(value, undefined)).toEqual(MISSING);
  });

  test.each(['=?base64?SGVsbG8?=', '=?base64?SGVs!!!bG8=?=', '=?base64?=', 'gr\xFC\xDF', 'a\0b', 'a\x7Fb'])(
    'rejects an unreadable header: %j',
    (header) => {
      expect(checked(header, header)).toEqual(UNREADABLE);
    },
  );

  test('accepts exactly the Base64 of any string', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(checked(one, encoded(one))).toBe('agreed');
        fc.pre(one !== other);
        expect(checked(one, encoded(other))).toEqual(OTHER);
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('reads every declared header in lower case', () => {
    const names: string[] = [];
    const check = headerCheck((name) => void names.push(name));
    check([
      { header: 'Region', value: undefined },
      { header: 'X-Limit', value: null },
    ]);
    expect(names).toEqual(['region', 'x-limit']);
  });
});
