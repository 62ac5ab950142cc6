import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { readHead, readHeaders } from '../build/edge/head.js';
import { clientReader, REVISION } from './support/envelope-clients.ts';

const FIELDS = [
  ['Host', 'host'],
  ['Origin', 'origin'],
  ['Accept', 'accept'],
  ['Authorization', 'authorization'],
  ['Content-Type', 'type'],
  ['Content-Length', 'length'],
  ['Mcp-Session-Id', 'sessionId'],
  ['Last-Event-Id', 'lastEventId'],
  ['MCP-Protocol-Version', 'revision'],
  ['Mcp-Method', 'method'],
  ['Mcp-Name', 'name'],
] as const;

describe('Envelopes.read', () => {
  test('returns the client of any envelope, regardless of earlier envelopes', () => {
    const clientOf = clientReader();
    // Uses few names and values, so that clients often have properties in common.
    const { members } = fc.letrec<{ tree: unknown; members: Record<string, unknown> }>((tie) => ({
      tree: fc.oneof({ depthSize: 'small' }, fc.constantFrom(null, 1, 'x', []), tie('members')),
      members: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('tree'), { maxKeys: 2 }),
    }));
    const info = fc.record({ name: fc.constantFrom('a', 'b'), version: fc.constantFrom('1', '2') });
    const experimental = fc.dictionary(fc.constantFrom('a', 'b'), members, { maxKeys: 2 });
    const envelope = fc.record({ info, capabilities: fc.record({ experimental }, { requiredKeys: [] }) });
    const saying = (a: string): { info: { name: 'a'; version: '1' }; capabilities: object } => ({
      info: { name: 'a', version: '1' },
      capabilities: { experimental: { a: JSON.parse(a) as Record<string, unknown> } },
    });
    fc.assert(
      fc.property(fc.array(envelope, { minLength: 1, maxLength: 3 }), (envelopes) => {
        for (const sent of [...envelopes, ...envelopes]) {
          const { info: named, capabilities } = JSON.parse(JSON.stringify(sent)) as typeof sent;
          expect(clientOf(named, capabilities)).toEqual({ revision: REVISION, ...named, capabilities });
        }
      }),
      { numRuns: runs(1_000), examples: [[[saying('{"__proto__":{}}'), saying('{}')]]] },
    );
  });

  test('reads clientInfo that is too large or too deep for the cache', () => {
    const clientOf = clientReader();
    const deep = JSON.parse(`${'{"a":'.repeat(100)}{}${'}'.repeat(100)}`) as unknown;
    const long = 'x'.repeat(70_000);
    const brief = { name: 'brief', version: '1' };
    const known = [
      clientOf(brief),
      clientOf({ ...brief, name: long }),
      clientOf({ ...brief, [long]: 1 }),
      clientOf(brief, { experimental: { deep } }),
      clientOf(brief),
    ];
    expect(known.map((client) => client?.name)).toEqual(['brief', long, 'brief', 'brief', 'brief']);
  });
});

describe('readHead and readHeaders', () => {
  test('reads headers in any order and case, from arrays and Headers', () => {
    const none = Object.fromEntries(FIELDS.map(([, field]) => [field, undefined]));
    fc.assert(
      fc.property(fc.shuffledSubarray([...FIELDS]), fc.boolean(), (fields, isLower) => {
        const named = fields.map(([name, field]) => [isLower ? name.toLowerCase() : name, `x-${field}`] as const);
        const raw = [...named.flat(), 'X-Other', '1', 'Content-Language', 'en', 'Mcp-Param-X', '2'];
        const expected = {
          ...none,
          ...Object.fromEntries(fields.map(([, field]) => [field, `x-${field}`])),
          params: new Map([['x', '2']]),
        };
        expect(readHead(raw)).toEqual(expected);
        expect(
          readHeaders(
            new Headers([...named.map(([name, value]): [string, string] => [name, value]), ['mcp-param-X', '2']]),
          ),
        ).toEqual(expected);
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('joins a repeated header into one value, which matches neither', () => {
    const twice = FIELDS.map(([name]) => [name, 'a', name.toLowerCase(), 'b'] as const);
    const values = (head: object) => Object.values(head).filter((value) => value !== undefined);
    expect(twice.map((raw) => values(readHead(raw)))).toEqual(FIELDS.map(() => ['a, b']));
    const read = ([name, one, again, other]: (typeof twice)[number]) =>
      readHeaders(
        new Headers([
          [name, one],
          [again, other],
        ]),
      );
    expect(twice.map((raw) => values(read(raw)))).toEqual(FIELDS.map(() => ['a, b']));
  });
});
