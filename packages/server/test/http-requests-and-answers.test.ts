import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../test/support/runs.ts';
import { readHead, readHeaders } from '../build/edge/head.js';
import { textsJson } from '../build/peer/texts-json.js';
import { acquaintance, REVISION } from './support/acquaintance.ts';

const text = fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) });
const message = fc.record({ role: fc.constantFrom('user', 'assistant'), content: text });

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

describe('textsJson', () => {
  test('matches JSON.stringify for any text blocks', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (content) => {
        expect(textsJson({ content })).toBe(JSON.stringify({ content }));
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('matches JSON.stringify for any text messages', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), (messages) => {
        expect(textsJson({ messages })).toBe(JSON.stringify({ messages }));
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('appends properties to the object', () => {
    const block = { type: 'text', text: '"' };
    const messages = [{ role: 'user', content: block }];
    expect(textsJson({ content: [block] }, ',"more":1}')).toBe(JSON.stringify({ content: [block], more: 1 }));
    expect(textsJson({ messages }, ',"more":1}')).toBe(JSON.stringify({ messages, more: 1 }));
  });

  test('returns undefined for any other content or property', () => {
    const content = { type: 'text', text: 'x' };
    const plain = { role: 'user', content };
    const others = [
      {},
      { messages: [] },
      { messages: 'x' },
      { messages: [plain], description: 'x' },
      { description: 'x', messages: [plain] },
      { messages: [plain, null] },
      { messages: [{ ...plain, name: 'x' }] },
      { messages: [{ content, role: 'user' }] },
      { messages: [{ role: 'system', content }] },
      { messages: [{ role: 'user', content: 'x' }] },
      { messages: [{ role: 'user', content: { ...content, annotations: {} } }] },
      { messages: [{ role: 'user', content: { type: 'text' } }] },
      { messages: [{ role: 'user', content: { type: 'text', text: 1 } }] },
      { messages: [{ role: 'user', content: { type: 'image', text: 'x' } }] },
      { messages: [{ role: 'user' }] },
      { messages: [content] },
      { content },
      { content: [] },
      { content: [plain] },
      { content: [content, null] },
      { content: [content], isError: true },
      { structuredContent: {}, content: [content] },
      { content: [{ ...content, annotations: {} }] },
      { content: [{ text: 'x', type: 'text' }] },
      { content: [{ type: 'resource_link', text: 'x' }] },
      { messages: [plain], content: [content] },
    ];
    expect(others.map((result) => textsJson(result))).toEqual(others.map(() => undefined));
  });
});

describe('Envelopes.read', () => {
  test('returns the client of any envelope, regardless of earlier envelopes', () => {
    const clientOf = acquaintance();
    // Few names and values, so that clients often have properties in common.
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

  test('reads clientInfo that is too large or too deep to be cached', () => {
    const clientOf = acquaintance();
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

  test('joins a repeated header, so that it equals neither value', () => {
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
