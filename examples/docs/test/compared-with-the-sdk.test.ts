import { readFile } from 'node:fs/promises';
import { definePrompt, defineTool, Field, Runtime, user } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { expect, test } from '@jest/globals';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { IsIn, IsInt, IsOptional, Max } from 'class-validator';
import { z } from 'zod';

// This test makes the rows of the README's table.
const identity = { name: 'compared', version: '1.0.0' };

function withSdk(): McpServer {
  const server = new McpServer(identity);
  const argsSchema = { code: z.string(), language: z.enum(['typescript', 'go']).optional() };
  server.registerPrompt('review', { argsSchema }, ({ code, language }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `${language}: ${code}` } }],
  }));
  server.registerPrompt('throws', {}, () => {
    throw new Error('password xyz');
  });
  server.registerPrompt(
    'wrong_role',
    {},
    () => ({ messages: [{ role: 'system', content: { type: 'text', text: '' } }] }) as never,
  );
  const inputSchema = { count: z.number().int().max(9), unit: z.enum(['pens', 'books']).optional() };
  const outputSchema = { total: z.number() };
  server.registerTool('order', { inputSchema, outputSchema }, ({ count }) => ({
    content: [],
    structuredContent: { total: count === 9 ? 'nine' : count * 2 },
  }));
  server.registerTool('fails', {}, () => {
    throw new Error('password xyz');
  });
  return server;
}

function withCuecard(): Runtime {
  const fails = (): never => {
    throw new Error('password xyz');
  };
  const review = definePrompt({
    name: 'review',
    args: [{ name: 'code' }, { name: 'language', rules: [IsOptional(), IsIn(['typescript', 'go'])] }],
    render: ({ code, language }) => user(`${String(language)}: ${String(code)}`),
  });
  const wrongRole = definePrompt({
    name: 'wrong_role',
    render: () => ({ role: 'system', content: { type: 'text', text: '' } }) as never,
  });
  class Order {
    @Field()
    total!: number;
  }
  const order = defineTool<{ count: number }>({
    name: 'order',
    args: [
      { name: 'count', type: Number, rules: [IsInt(), Max(9)] },
      { name: 'unit', rules: [IsOptional(), IsIn(['pens', 'books'])] },
    ],
    output: Order,
    call: ({ count }) => ({ total: count === 9 ? 'nine' : count * 2 }),
  });
  return new Runtime({
    prompts: [review, definePrompt({ name: 'throws', render: fails }), wrongRole],
    tools: [order, defineTool({ name: 'fails', call: fails })],
    logger: { error: () => {}, warn: () => {} },
  });
}

type Answer = {
  result?: { completion?: { values: string[] }; isError?: boolean; content?: { text: string }[] };
  error?: { code: number; message: string; data?: { id?: string } };
};

type Ask = (method: string, params: object) => Promise<Answer>;

const messageOf = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });

async function askSdk(): Promise<Ask> {
  const [client, transport] = InMemoryTransport.createLinkedPair();
  await withSdk().connect(transport);
  const ask: Ask = (method, params) =>
    new Promise((resolve) => {
      client.onmessage = (message) => resolve(message as Answer);
      void client.send(messageOf(method, params) as JSONRPCMessage);
    });
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: identity });
  return ask;
}

function askCuecard(): Ask {
  const handler = createHandler(withCuecard(), identity);
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  };
  return async (method, params) => {
    const init = { method: 'POST', headers, body: JSON.stringify(messageOf(method, params)) };
    return (await handler.fetch(new Request('http://localhost/mcp', init))).json() as Promise<Answer>;
  };
}

function answered(result: Answer['result'] = {}): string {
  if (result.isError === true) return failed(result.content?.[0]?.text ?? '');
  if (result.completion !== undefined) return `suggests ${result.completion.values.join(', ')}`;
  return Object.hasOwn(result, 'prompts') ? 'answers with the whole list' : 'answers';
}

function summary({ result, error }: Answer): string {
  if (error === undefined) return answered(result);
  const id = error.data?.id === undefined ? '' : ', and an id for the log';
  return `\`${error.code}\` ${quoted(error.message)}${id}`;
}

const LOG_ID = / \([\w-]{8,}\)$/;

function failed(text: string): string {
  return `\`isError\` ${quoted(text)}${LOG_ID.test(text) ? ', and an id for the log' : ''}`;
}

/** A message, without what all of its kind begin with. */
function quoted(message: string): string {
  const [first = '', second] = message
    .replace(/^Invalid arguments for prompt "?review"?: /, '')
    .replace(LOG_ID, '')
    .split('\n');
  const said = first.endsWith('call it again:') && second !== undefined ? second.replace(/^- /, '') : first;
  if (said.startsWith('[')) return 'the parser’s report';
  return `“${said.length > 70 ? `${said.slice(0, 70)}…` : said}”`;
}

const cases: readonly [string, string, object][] = [
  ['a misspelt argument', 'prompts/get', { name: 'review', arguments: { code: 'x', langauge: 'go' } }],
  ['an argument that breaks a rule', 'prompts/get', { name: 'review', arguments: { code: 'x', language: 'cobol' } }],
  ['a number instead of a string', 'prompts/get', { name: 'review', arguments: { code: 5 } }],
  ['an empty string for a required argument', 'prompts/get', { name: 'review', arguments: { code: '' } }],
  [
    'an empty string for an optional argument',
    'prompts/get',
    { name: 'review', arguments: { code: 'x', language: '' } },
  ],
  [
    'a completion of “ty” for the language',
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'language', value: 'ty' } },
  ],
  ['an invented cursor', 'prompts/list', { cursor: 'garbage' }],
  ['no name', 'prompts/get', {}],
  ['the prompt throws “password xyz”', 'prompts/get', { name: 'throws' }],
  ['the prompt returns the role “system”', 'prompts/get', { name: 'wrong_role' }],
  ['a misspelt argument of a tool', 'tools/call', { name: 'order', arguments: { count: 2, units: 'pens' } }],
  ['an argument of a tool that breaks a rule', 'tools/call', { name: 'order', arguments: { count: 10 } }],
  ['“3” for a number, as models send numbers', 'tools/call', { name: 'order', arguments: { count: '3' } }],
  ['a tool returns what its output forbids', 'tools/call', { name: 'order', arguments: { count: 9 } }],
  ['a tool throws “password xyz”', 'tools/call', { name: 'fails' }],
  ['an unknown tool', 'tools/call', { name: 'orders', arguments: {} }],
];

test('docs/comparison.md compares what the SDK and Cuecard really answer', async () => {
  const [sdk, cuecard] = [await askSdk(), askCuecard()];
  const rows = [];
  for (const [what, method, params] of cases) {
    rows.push(`| ${what} | ${summary(await sdk(method, params))} | ${summary(await cuecard(method, params))} |`);
  }
  const page = await readFile(new URL('../../../docs/comparison.md', import.meta.url), 'utf8');
  const tables = page.replace(/ +/g, ' ');
  expect(rows.filter((row) => !tables.includes(row))).toEqual([]);
});
