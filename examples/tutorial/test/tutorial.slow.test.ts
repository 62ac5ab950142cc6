/** @slow takes more than a second: compiles the tutorial, and runs its tests and servers */
import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const run = promisify(execFile);
const newClient = () => new Client({ name: 'reader', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });

beforeAll(async () => {
  await run(process.execPath, [pathOf('../../node_modules/typescript-7/bin/tsc'), '-p', pathOf('.')]);
}, 60_000);

test('pack.test.ts passes in node:test', async () => {
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', pathOf('dist/pack/pack.test.js')]);
  expect(/# pass (\d+)\n# fail (\d+)/.exec(stdout)?.slice(1)).toEqual(['4', '0']);
}, 60_000);

test('desk.ts serves the whole pack over stdio', async () => {
  const client = newClient();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [pathOf('dist/desk.js')] }));
  const { prompts } = await client.listPrompts();
  const { tools } = await client.listTools();
  expect([prompts.map(({ name }) => name), tools.map(({ name }) => name)]).toEqual([['answer'], ['close_ticket']]);
  await client.close();
});

test('shop.ts serves only its prefixed prompt and own tickets over HTTP', async () => {
  const shop = spawn(process.execPath, [pathOf('dist/shop.js')], { env: { ...process.env, PORT: '0' } });
  try {
    let url = '';
    for await (const line of shop.stdout) {
      url = /Serving (\S+)/.exec(String(line))?.[1] ?? '';
      if (url !== '') break;
    }
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['shop_answer']);
    expect((await client.listTools()).tools).toEqual([]);
    const { messages } = await client.getPrompt({ name: 'shop_answer', arguments: { id: 'T-7' } });
    expect(JSON.stringify(messages)).toContain('My order has not arrived');
    await client.close();
  } finally {
    shop.kill();
  }
});
