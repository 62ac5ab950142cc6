import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

// The server of the README as its users meet it: through an official client.
const script = fileURLToPath(new URL('server.js', import.meta.url));
const client = new Client({ name: 'story', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [script] }));

assert.deepEqual(await client.listPrompts(), {
  prompts: [
    {
      name: 'code_review',
      description: 'Asks for a review of some code',
      arguments: [
        { name: 'code', description: 'The code to review', required: true },
        { name: 'language', description: 'Its language', required: false },
      ],
    },
  ],
});

assert.deepEqual(
  await client.getPrompt({ name: 'code_review', arguments: { code: 'let x', language: 'typescript' } }),
  {
    messages: [
      {
        role: 'user',
        content: { type: 'text', text: 'Review this typescript and name its three worst problems:\n\nlet x' },
      },
    ],
  },
);

await assert.rejects(client.getPrompt({ name: 'code_review', arguments: { language: 'cobol' } }), {
  code: -32602,
  message:
    'MCP error -32602: Invalid arguments for prompt "code_review": code is required; language must be one of the following values: typescript, python, go',
});

await client.close();
console.log('first-prompt: server.ts lists, answers, and refuses what is wrong');

process.env['PORT'] = '0';
const { server } = await import('./injected.js');
const second = new Client({ name: 'story', version: '1.0.0' });
await second.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
const { messages } = await second.getPrompt({ name: 'guidelines' });
const uri = new URL('../guidelines/review.md', import.meta.url);
assert.deepEqual(messages, [
  { role: 'user', content: { type: 'text', text: 'Review by these guidelines.' } },
  {
    role: 'user',
    content: {
      type: 'resource',
      resource: { uri: uri.href, mimeType: 'text/markdown', text: await readFile(uri, 'utf8') },
    },
  },
]);
await second.close();
await server.close();
console.log('first-prompt: injected.ts embeds what the injected reader reads');
