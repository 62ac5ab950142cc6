import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client as V2Client, StreamableHTTPClientTransport as V2Http } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { handler } from '../dist/v2.js';

const fileOf = (name: string) => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
const identity = { name: 'client', version: '1.0.0' };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

/** Uses the tool of the application and the prompt of the runtime. */
async function use(client: Client | V2Client) {
  const { tools } = await client.listTools();
  const { content } = await client.callTool({ name: 'today' });
  const { prompts } = await client.listPrompts();
  const { messages } = await client.getPrompt({ name: 'review', arguments: { code: 'let x', language: 'go' } });
  const ref = { type: 'ref/prompt' as const, name: 'review' };
  const { completion } = await client.complete({ ref, argument: { name: 'language', value: 'py' } });
  return {
    tools: tools.map(({ name }) => name),
    content,
    prompts: prompts.map(({ name }) => name),
    review: messages[0]?.content,
    languages: completion.values,
  };
}
const used = {
  tools: ['today'],
  content: [{ type: 'text', text: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
  prompts: ['review'],
  review: { type: 'text', text: expect.stringMatching(/^Review this go:[^]*let x/) },
  languages: ['python'],
};
const rejection = { code: -32602, message: expect.stringContaining('language must be one of') };
const faulty = { name: 'review', arguments: { code: 'let x', language: 'cobol' } };

describe('a server of @modelcontextprotocol/sdk', () => {
  const child = spawn(process.execPath, [fileOf('http')], { env: { PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  let url: URL;
  beforeAll(async () => {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    url = new URL(line.replace('Serving ', ''));
  });
  afterAll(async () => {
    child.kill();
    await once(child, 'exit');
  });

  test.each([
    ['stdio', () => new StdioClientTransport({ command: process.execPath, args: [fileOf('stdio')] })],
    ['the Express helper of the SDK', () => new StreamableHTTPClientTransport(url) as Transport],
  ])('serves its tool and the prompts of Cuecard over %s', async (_, createTransport) => {
    const client = new Client(identity);
    await client.connect(createTransport());
    open.push(client);
    expect(await use(client)).toEqual(used);
    await expect(client.getPrompt(faulty)).rejects.toMatchObject(rejection);
  });
});

describe('a handler of @modelcontextprotocol/server', () => {
  const transport = () =>
    new V2Http(new URL('http://localhost/mcp'), { fetch: (url, init) => handler.fetch(new Request(url, init)) });
  const connect = async (mode: 'auto' | 'legacy') => {
    const client = new V2Client(identity, { versionNegotiation: { mode } });
    await client.connect(transport());
    open.push(client);
    return client;
  };

  test.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('serves both to a client that negotiates in mode %s, with revision %s', async (mode, revision) => {
    const client = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(await use(client)).toMatchObject(used);
    await expect(client.getPrompt(faulty)).rejects.toMatchObject(rejection);
  });
});
