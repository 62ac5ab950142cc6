import { Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readHead, readHeaders } from '../build/edge/head.js';
import { EnvelopesDialect } from '../build/lane/envelopes-dialect.js';
import { textMessagesJson } from '../build/lane/text-messages.js';
import { Held } from './support/held.ts';

const METHODS = new Runtime({ prompts: [] }).methods;

const text = fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) });
const message = fc.record({ role: fc.constantFrom('user', 'assistant'), content: text });

test('messages of text are written as JSON.stringify writes them, whatever they say', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), (messages) => {
      expect(textMessagesJson({ messages })).toBe(JSON.stringify({ messages }));
    }),
  );
});

test('what may follow the messages ends the object', () => {
  const messages = [{ role: 'user', content: { type: 'text', text: '"' } }];
  expect(textMessagesJson({ messages }, ',"more":1}')).toBe(JSON.stringify({ messages, more: 1 }));
});

test('whatever else is among the messages, or beside them, is left to JSON.stringify', () => {
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
  ];
  expect(others.map((result) => textMessagesJson(result))).toEqual(others.map(() => undefined));
});

test('many clients are known again that say little of themselves, and few that say much', async () => {
  const keys = { revision: 'revision', info: 'info', capabilities: 'capabilities' };
  const head = readHead(['mcp-protocol-version', 'now', 'mcp-method', 'prompts/list']);
  async function heldOf(length: number) {
    const clients = new Held();
    const clientIn = () => ({ client: clients.watch({ revision: 'now' }), asking: undefined });
    const dialect = new EnvelopesDialect({ revision: 'now', keys, serverMeta: {}, clientIn });
    const ask = (info: string) => {
      const params = { _meta: { revision: 'now', info, capabilities: info } };
      return dialect.read({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params }, METHODS, head)?.from?.client;
    };
    for (let each = 0; each < 999; each += 1) expect(ask(`${each}${'x'.repeat(length)}`)).toEqual({ revision: 'now' });
    const { held } = await clients.counts();
    expect(ask('y')).toBe(ask('y'));
    return held;
  }
  expect(await heldOf(50)).toBe(999);
  expect(await heldOf(60_000)).toBeLessThan(10);
});

/** A value of JSON with the members of its objects in one order, as their order says nothing. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { members: members.map(([name, member]) => [name, inOrder(member)]) };
}

test('every client is known again by all that it says of itself, whoever has asked before', () => {
  const keys = { revision: 'revision', info: 'info', capabilities: 'capabilities' };
  const said = ({ info, capabilities }: Record<string, unknown>) =>
    JSON.stringify([inOrder(info), inOrder(capabilities)]);
  const clientIn = (meta: Record<string, unknown>) => ({ client: { revision: said(meta) }, asking: undefined });
  const dialect = new EnvelopesDialect({ revision: 'now', keys, serverMeta: {}, clientIn });
  const head = readHead(['mcp-protocol-version', 'now', 'mcp-method', 'prompts/list']);
  // Few names and values, so that one client often says all that another does, and more.
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: 'small' }, fc.constantFrom(null, 1, 'x', []), tie('members')),
    members: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('tree'), { maxKeys: 2 }),
  }));
  const envelope = fc.record({ info: tree, capabilities: tree }, { requiredKeys: [] });
  const client = (meta: object) => {
    const params = { _meta: { revision: 'now', ...meta } };
    return dialect.read({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params }, METHODS, head)?.from?.client;
  };
  fc.assert(
    fc.property(fc.array(envelope, { minLength: 1, maxLength: 3 }), (envelopes) => {
      for (const meta of [...envelopes, ...envelopes]) {
        const fresh = JSON.parse(JSON.stringify(meta)) as Record<string, unknown>;
        expect(client(fresh)).toEqual({ revision: said(fresh) });
      }
    }),
    { numRuns: 1_000, examples: [[[JSON.parse('{"info":{"__proto__":{}}}') as object, { info: {} }]]] },
  );
});

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

test('the headers that decide are read, in whatever order and spelling, from either kind', () => {
  const none = Object.fromEntries(FIELDS.map(([, field]) => [field, undefined]));
  fc.assert(
    fc.property(fc.shuffledSubarray([...FIELDS]), fc.boolean(), (fields, isLower) => {
      const named = fields.map(([name, field]) => [isLower ? name.toLowerCase() : name, `x-${field}`] as const);
      const raw = [...named.flat(), 'X-Other', '1', 'Content-Language', 'en', 'Mcp-Param-X', '2'];
      const expected = { ...none, ...Object.fromEntries(fields.map(([, field]) => [field, `x-${field}`])) };
      expect(readHead(raw)).toEqual(expected);
      expect(readHeaders(new Headers(named.map(([name, value]) => [name, value])))).toEqual(expected);
    }),
  );
});

test('a header that comes twice is joined, from either kind, so that it is neither of the two', () => {
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

test('a client that says too much of itself, or nests it too deeply, is known to nobody and left to the server', () => {
  const keys = { revision: 'r', info: 'i', capabilities: 'c' };
  const read = new EnvelopesDialect({
    revision: '2026-07-28',
    keys,
    serverMeta: {},
    clientIn: () => ({ client: { revision: '2026-07-28' }, asking: undefined }),
  });
  const head = { revision: '2026-07-28', method: 'prompts/list' } as never;
  const takes = (info: unknown, capabilities: unknown = {}) => {
    const _meta = { r: '2026-07-28', i: info, c: capabilities };
    return read.read({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params: { _meta } }, METHODS, head) !== undefined;
  };
  const deep = JSON.parse(`${'{"a":'.repeat(100)}{}${'}'.repeat(100)}`) as unknown;
  const long = 'x'.repeat(70_000);
  expect([
    takes({ name: 'brief' }),
    takes({ name: long }),
    takes({ [long]: 1 }),
    takes({ name: 'brief' }, { experimental: deep }),
    takes({ name: 'brief' }),
  ]).toEqual([true, false, false, false, true]);
});
