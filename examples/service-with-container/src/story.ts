import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { mount, Runtime } from '@cuecard/core';
import { reviewPack } from '@cuecard/example-shared-pack';
import { serveHttp } from '@cuecard/server';
import { fromContainer } from '@cuecard/tsyringe';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { container } from 'tsyringe';
import { runtime } from './runtime.js';

// The pack, mounted once for each of two teams, as two people at official clients meet it.
const server = await serveHttp(runtime, { name: 'teams', version: '1.0.0', port: 0 });
const [ada, bea] = [await connect('ada'), await connect('bea')];

const { prompts } = await ada.listPrompts();
assert.deepEqual(
  prompts.map(({ name }) => name),
  [
    'backend_commit_message',
    'backend_explain_change',
    'backend_release_notes',
    'backend_review_change',
    'frontend_commit_message',
    'frontend_explain_change',
    'frontend_release_notes',
    'frontend_review_change',
    'standup',
  ],
);

const [first, second] = await Promise.all([said(ada, 'standup'), said(bea, 'standup')]);
assert.match(first, /^Ask ada /);
assert.match(second, /^Ask bea /);

assert.deepEqual(await opened(ada, 'backend_review_change'), ['faster-search', 'try-sqlite']);
assert.deepEqual(await opened(bea, 'backend_review_change'), ['faster-search']);
assert.deepEqual(await opened(bea, 'frontend_review_change'), ['dark-mode']);

const draft = { change: 'try-sqlite' };
assert.match(await said(ada, 'backend_review_change', draft), /import sqlite[^]*\n- Queries have a limit\./);
await assert.rejects(said(bea, 'backend_review_change', draft), {
  code: -32602,
  message: 'MCP error -32602: There is no such change',
});

const diff = '+ label';
assert.match(await said(ada, 'backend_commit_message', { diff }), /^Write a commit message/);
assert.match(await said(ada, 'frontend_commit_message', { diff }), /^Write one line[^]*Every control has a label\./);

const misspelt = mount(reviewPack, { only: ['reveiw_change', 'release_notes'] });
assert.throws(() => new Runtime({ prompts: [misspelt], resolver: fromContainer(container) }), {
  name: 'DefinitionError',
  message: await reportInPage(),
});

await Promise.all([ada.close(), bea.close()]);
await server.close();
console.log('service-with-container: two teams have the same pack, each with its own services');

async function connect(name: string): Promise<Client> {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
  return client;
}

async function said(client: Client, name: string, args: Record<string, string> = {}): Promise<string> {
  const { messages } = await client.getPrompt({ name, arguments: args });
  return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join('\n');
}

async function opened(client: Client, name: string): Promise<string[]> {
  const ref = { type: 'ref/prompt', name } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'change', value: '' } });
  return completion.values;
}

/** The page on packs shows what is said at start-up. */
async function reportInPage(): Promise<string | undefined> {
  const page = await readFile(new URL('../../../docs/packs.md', import.meta.url), 'utf8');
  return /```text\n([^]*?)\n```/.exec(page)?.[1];
}
