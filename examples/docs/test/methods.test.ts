import { connect } from '@cuecard/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { orderInProcess, runtime } from '../dist/methods.js';

let client: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  client = await connect(runtime);
});
afterAll(() => client.close());

test('Orders serves its methods as tools, a prompt and a resource', async () => {
  const order = { id: 'A-1', article: 'pen' };
  expect(await orderInProcess()).toMatchObject({ structuredContent: order });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['cancel_all', 'create']);
  const { messages } = await client.getPrompt({ name: 'explain', arguments: { id: 'A-1' } });
  expect(messages).toMatchObject([{ content: { text: expect.stringContaining('"article":"pen"') } }]);
  expect((await client.readResource({ uri: 'orders://A-1' })).contents).toMatchObject([
    { text: JSON.stringify(order) },
  ]);
  const ref = { type: 'ref/prompt' as const, name: 'explain' };
  expect((await client.complete({ ref, argument: { name: 'id', value: 'A' } })).completion.values).toEqual(['A-1']);
  expect(await client.callTool({ name: 'cancel_all' })).toMatchObject({ content: [{ text: '1 cancelled' }] });
  await expect(client.getPrompt({ name: 'explain', arguments: { id: '1' } })).rejects.toThrow('id must match');
});
