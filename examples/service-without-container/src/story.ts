import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

// Two prompts of the pack, one by another name, through an official client.
const script = fileURLToPath(new URL('server.js', import.meta.url));
const client = new Client({ name: 'story', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));

const { prompts } = await client.listPrompts();
assert.deepEqual(
  prompts.map(({ name, _meta }) => [name, _meta?.['dev.cuecard/version']]),
  [
    ['commit_message', '1.2.0'],
    ['review', '1.2.0'],
  ],
);

const ref = { type: 'ref/prompt', name: 'review' } as const;
assert.deepEqual((await client.complete({ ref, argument: { name: 'change', value: 'cur' } })).completion.values, [
  'current',
]);

const { messages } = await client.getPrompt({ name: 'review', arguments: { change: 'current' } });
assert.equal(messages.length, 2);
assert.deepEqual(messages[1]?.content, {
  type: 'text',
  text: 'These are the rules of our house.\n- Nothing is left to print.',
});
await assert.rejects(client.getPrompt({ name: 'review', arguments: { change: 'other' } }), {
  code: -32602,
  message: 'MCP error -32602: There is no such change',
});
await assert.rejects(client.getPrompt({ name: 'review_change' }), { code: -32602 });

await client.close();
console.log('service-without-container: two prompts of the pack, one by another name, with services of our own');
