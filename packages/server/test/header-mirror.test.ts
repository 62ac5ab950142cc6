import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { mirrorFault } from '../build/jsonrpc/header-mirror.js';

const revision = '2026-07-28';
const get = (name: unknown = 'x') => ({ jsonrpc: '2.0' as const, id: 1, method: 'prompts/get', params: { name } });
const head = (more: object = {}) => ({ revision, method: 'prompts/get', name: 'x', ...more });
const encoded = (name: string) => `=?base64?${Buffer.from(name).toString('base64')}?=`;
const mismatch = (fault: string) => ({
  status: 400,
  code: -32020,
  message: `Bad Request: the request headers and body disagree: ${fault}`,
});
const OTHER_NAME = mismatch('the header mcp-name differs from the body');

describe('mirrorFault', () => {
  test.each([
    ['the revision is missing', get(), head({ revision: undefined }), 'the header mcp-protocol-version is missing'],
    ['the method is missing', get(), head({ method: undefined }), 'the header mcp-method is missing'],
    ['the name is missing', get(), head({ name: undefined }), 'the header mcp-name is missing'],
    ...['prompts/list', 'Prompts/Get', 'prompts/get, prompts/get', ''].map(
      (method) =>
        [`the method is "${method}"`, get(), head({ method }), 'the header mcp-method differs from the body'] as const,
    ),
    ...['y', 'X', 'x, x', ''].map(
      (name) => [`the name is "${name}"`, get(), head({ name }), 'the header mcp-name differs from the body'] as const,
    ),
  ])('rejects a request when %s', (_, message, headers, fault) => {
    expect(mirrorFault(message, headers)).toEqual(mismatch(fault));
  });

  test.each([
    ['prompts/get', 'name'],
    ['tools/call', 'name'],
    ['resources/read', 'uri'],
  ])('rejects a name that differs from params: %s %s', (method, param) => {
    const faults = ['x:y', 'x:z'].map((name) =>
      mirrorFault({ ...get(), method, params: { name: 0, uri: 0, [param]: 'x:y' } }, head({ method, name })),
    );
    expect(faults).toEqual([undefined, OTHER_NAME]);
  });

  test.each([
    ['invalid Base64', ['=?base64?eA=?=', '=?base64?e?=', '=?base64?e A=?=', '=?base64?e_8=?=', '=?base64?=']],
    ['unfit for a header', ['ü', '=?base64?ü===?=', 'x\0', 'x\x7F', '😀']],
  ])('rejects a name that is %s', (_, names) => {
    const fault = 'the header mcp-name has characters that must be encoded, or is not valid Base64';
    const faults = names.map((name) => mirrorFault(get(name), head({ name })));
    expect(faults).toEqual(names.map(() => mismatch(fault)));
  });

  test.each(['eA==', '=?base64?eA==', 'base64?eA==?=', '=?BASE64?eA==?='])(
    'does not decode the name "%s" as Base64',
    (name) => {
      expect([mirrorFault(get(), head({ name })), mirrorFault(get(name), head({ name }))]).toEqual([
        OTHER_NAME,
        undefined,
      ]);
    },
  );

  test('ignores white space around a header', () => {
    expect([' x\t', ` ${encoded('x')} `].map((name) => mirrorFault(get(), head({ name })))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('requires no name header for a method without a name', () => {
    const bare = { jsonrpc: '2.0' as const, id: 1, method: 'prompts/list' };
    const unnamed = [bare, { ...bare, params: { name: 'x' } }, get(5), get(null), { ...get(), params: undefined }];
    const faults = unnamed.map((message) => mirrorFault(message, { revision, method: message.method }));
    expect(faults).toEqual(unnamed.map(() => undefined));
  });

  test('accepts any name in Base64, and any visible name as is', () => {
    const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)) });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), visible, (any, plain) => {
        fc.pre(!plain.startsWith('=?base64?'));
        expect(mirrorFault(get(any), head({ name: encoded(any) }))).toBeUndefined();
        expect(mirrorFault(get(plain), head({ name: plain }))).toBeUndefined();
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('rejects any other name, encoded or not', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('x', 'X', 'x ', encoded('x'), encoded(encoded('x'))),
    );
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(one !== other && one !== other.trim());
        expect(mirrorFault(get(one), head({ name: encoded(other) }))).toEqual(OTHER_NAME);
        fc.pre(/^[ -~]*$/.test(other) && !other.startsWith('=?base64?'));
        expect(mirrorFault(get(one), head({ name: other }))).toEqual(OTHER_NAME);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
