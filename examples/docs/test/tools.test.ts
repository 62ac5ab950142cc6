import type { CallToolParams } from '@cuecard/core';
import { connect } from '@cuecard/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { created, misspelt, runtime } from '../dist/tools.js';
import { jsonIn } from './support/pages.ts';

const ORDER = { id: 'A-1', placed: '2026-05-01T10:00:00.000Z', total: 5 };
const said = (text: string) => [{ type: 'text', text }];

let client: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  client = await connect(runtime);
});
afterAll(() => client.close());

const call = (name: string, args: object) => client.callTool({ name, arguments: args } as CallToolParams);

test('CreateOrder takes typed arguments in process', async () => {
  expect(created).toEqual({ content: said(JSON.stringify(ORDER)), structuredContent: ORDER });
  await expect(misspelt()).rejects.toMatchObject({ name: 'InvalidArgumentsError' });
});

test('CreateOrder accepts and rejects the JSON of the page', async () => {
  const [sent, result, rejected] = await jsonIn('tools.md');
  expect(await call('create_order', sent as object)).toEqual(result);
  const wrong = { lines: [{ article: 'pen', quantity: 'two' }], deliverBy: '' };
  expect(await call('create_order', wrong)).toEqual(rejected);
  expect(await call('create_order', { lines: [{ article: 'anvil' }] })).toMatchObject({
    content: said('There are too few of "anvil": order fewer'),
    isError: true,
  });
  const { structuredContent } = await call('list_orders', {});
  expect(structuredContent).toEqual({ result: [ORDER, (result as { structuredContent: object }).structuredContent] });
});

test('storedTools convert the arguments of rows', async () => {
  expect(await call('to_francs', { amount: '100', round: 'units' })).toEqual({ content: said('95') });
});

test('CountStock names a header for its argument', async () => {
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'count_stock')?.inputSchema.properties).toEqual({
    warehouse: { type: 'string', description: 'The warehouse to ask', 'x-mcp-header': 'Warehouse' },
    article: { type: 'string', description: 'The name of the article' },
  });
  expect(await call('count_stock', { warehouse: 'bern', article: 'pen' })).toEqual({ content: said('100 in bern') });
});
