import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { CallToolParams } from '@cuecard/core';
import { created, misspelt } from './in-process.js';
import { runtime } from './runtime.js';

// Everything that docs/tools.md says, requested as a server would.
const { tools } = runtime;
const [sent, answered, refused] = await jsonIn('../../../docs/tools.md');
const order = { id: 'A-1', placed: '2026-05-01T10:00:00.000Z', total: 5 };
assert.deepEqual(created, { content: [{ type: 'text', text: JSON.stringify(order) }], structuredContent: order });
await assert.rejects(misspelt, { name: 'InvalidArgumentsError' });

const { tools: listed } = await tools.list();
assert.deepEqual(
  listed.map(({ name }) => name),
  ['count_stock', 'create_order', 'list_orders', 'to_dollars', 'to_francs'],
);
assert.deepEqual(await call('create_order', sent as object), answered);
assert.deepEqual(await call('create_order', { lines: [{ article: 'pen', quantity: 'two' }], deliverBy: '' }), refused);
assert.deepEqual((await call('create_order', { lines: [{ article: 'anvil' }] })).content, [
  { type: 'text', text: 'There are too few of "anvil": order fewer' },
]);
const { structuredContent } = await call('list_orders', {});
assert.deepEqual(structuredContent, { result: [order, (answered as { structuredContent: object }).structuredContent] });
assert.deepEqual((await call('to_francs', { amount: '100', round: 'units' })).content, [{ type: 'text', text: '95' }]);

assert.deepEqual(listed[0]?.inputSchema.properties, {
  warehouse: { type: 'string', description: 'The warehouse to ask', 'x-mcp-header': 'Warehouse' },
  article: { type: 'string', description: 'The name of the article' },
});
assert.deepEqual((await call('count_stock', { warehouse: 'bern', article: 'pen' })).content, [
  { type: 'text', text: '100 in bern' },
]);

await assert.rejects(call('cancel_order', { id: 'A-1' }), { code: -32602, message: 'Unknown tool "cancel_order"' });
const auth = { principal: 'ann', scopes: ['orders:cancel'] };
const elicit = async () => ({ action: 'accept' as const, content: { sure: true } });
const asked = await tools.call({ name: 'cancel_order', arguments: { id: 'A-1' } }, { auth, elicit });
assert.deepEqual(asked, { content: [{ type: 'text', text: 'The order A-1 is cancelled.' }] });
console.log('tools: every example of the page on tools does what it says');

function call(name: string, given: object) {
  return tools.call({ name, arguments: given } as CallToolParams);
}

async function jsonIn(page: string): Promise<unknown[]> {
  const text = await readFile(new URL(page, import.meta.url), 'utf8');
  return [...text.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => JSON.parse(json) as unknown);
}
