import { defineTool, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { serverOf } from './support/plain-sdk.ts';

const table = (rows: number) => Array.from({ length: rows }, () => [1, 2, 3, 4, 5, 6]);

async function call(rows: number, options: object = {}) {
  const count = defineTool({
    name: 'count',
    args: [{ name: 'table', type: JSON }],
    call: (args) => String((args['table'] as unknown[]).length),
  });
  const handler = serverOf(options, new Runtime({ tools: [count] }));
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        method: 'tools/call',
        params: { name: 'count', arguments: { table: table(rows) } },
        jsonrpc: '2.0',
        id: 5,
      }),
    }),
  );
  const body: unknown = await response.json();
  await handler.close();
  return body;
}

test('HttpHandler accepts a table of 1,000 rows and 6 columns', async () => {
  expect(await call(1_000)).toEqual({ jsonrpc: '2.0', id: 5, result: { content: [{ type: 'text', text: '1000' }] } });
});

test('HttpHandler rejects a message with more than `maxValues` values, with its id', async () => {
  expect(await call(1_000, { maxValues: 7_000 })).toEqual({
    jsonrpc: '2.0',
    id: 5,
    error: {
      code: -32600,
      message: 'Invalid Request: the message has more than 7000 values, or is nested more than 64 levels deep',
    },
  });
});

test('HttpHandler rejects a message deeper than `maxDepth`, with its id', async () => {
  expect([await call(1, { maxDepth: 5 }), await call(1, { maxDepth: 4 })]).toEqual([
    { jsonrpc: '2.0', id: 5, result: { content: [{ type: 'text', text: '1' }] } },
    {
      jsonrpc: '2.0',
      id: 5,
      error: {
        code: -32600,
        message: 'Invalid Request: the message has more than 100000 values, or is nested more than 4 levels deep',
      },
    },
  ]);
});

test('HttpHandler rejects a `maxDepth` whose messages could overflow the stack', () => {
  expect(() => serverOf({ maxDepth: 1_001 })).toThrow(
    new RangeError('maxDepth is 1001: use a whole number from 1 to 1000'),
  );
});
