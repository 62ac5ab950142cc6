import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { RequestIdReader } from '../build/jsonrpc/request-id-reader.js';

const id = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer());

/** Reads the id from JSON that arrives in pieces of this size. */
function idIn(text: string, size: number): unknown {
  const bytes = Buffer.from(text);
  const reader = new RequestIdReader();
  for (let at = 0; at < bytes.length; at += size) reader.add(bytes.subarray(at, at + size));
  return reader.id;
}

test('RequestIdReader finds the id of any request, at any position', () => {
  const members = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  const request = fc.tuple(members, members, members, id).map(([before, between, after, given]) => {
    const method = { method: 'tools/call' };
    const parts = [before, { id: given }, between, method, after].map((part) => JSON.stringify(part).slice(1, -1));
    return { id: given, text: `{${parts.filter((part) => part !== '').join(', ')}}` };
  });
  fc.assert(
    fc.property(request, fc.integer({ min: 1, max: 100 }), (sent, size) => {
      const { id: last, method } = JSON.parse(sent.text) as { id: unknown; method: unknown };
      fc.pre(last === sent.id && method === 'tools/call'); // No other property has the same name.
      expect(idIn(sent.text, size)).toEqual(sent.id);
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  ['a batch', '[{"id":1,"method":"ping"}]'],
  ['an answer', '{"id":1,"result":{"method":1}}'],
  ['a notification', '{"method":"ping","params":{"id":1}}'],
  ['a request that is cut off', '{"method":"ping","id":1'],
  ['an id that is no string or integer', '{"method":"ping","id":{"a":1}}'],
  ['an id of 1,000 characters', `{"method":"ping","id":"${'x'.repeat(1_000)}"}`],
])('RequestIdReader finds no id in %s', (_, text) => {
  expect(idIn(text, 7)).toBeUndefined();
});
