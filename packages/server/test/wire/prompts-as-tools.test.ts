import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';

const ENTRY = {
  name: 'greet',
  description: 'Returns the messages of a prompt: follow them as if the user had written them.',
  inputSchema: { type: 'object', additionalProperties: false },
  annotations: { readOnlyHint: true },
  _meta: { 'dev.cuecard/prompt': 'greet' },
};
const HELLO = [{ type: 'text', text: 'Hello' }];

@Prompt({ name: 'greet' })
class Greet implements PromptHandler {
  render = () => 'Hello';
}

@Prompt({ name: 'wave' })
class Wave implements PromptHandler {
  render = () => 'Bye';
}

const open = closables();

async function connect(name: string) {
  const runtime = new Runtime({ prompts: [Greet] });
  const server = await serveHttp(runtime, { name: 'desk', version: '1.0.0', port: 0 });
  open.push(server);
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as never);
  open.push(client);
  return { runtime, client, url: server.url };
}

describe('Server with prompts as tools for a host without prompts', () => {
  test('lists and calls the prompts as tools', async () => {
    const { client } = await connect('codex-mcp-client');
    expect(client.getServerCapabilities()).toEqual({
      prompts: { listChanged: true },
      completions: {},
      tools: { listChanged: true },
    });
    expect(await client.listTools()).toEqual({ tools: [ENTRY] });
    expect(await client.callTool({ name: 'greet' })).toEqual({ content: HELLO });
  });

  test('notifies the host of changed tools when the prompts change', async () => {
    const { client, runtime } = await connect('codex-mcp-client');
    await client.listTools();
    const heard = new Promise((resolve) => client.setNotificationHandler(ToolListChangedNotificationSchema, resolve));
    runtime.replace(runtime.registry.with(Wave));
    await heard;
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet', 'wave']);
  });

  test('does not declare tools to other clients', async () => {
    const { client } = await connect('somebody');
    expect(client.getServerCapabilities()).toEqual({ prompts: { listChanged: true }, completions: {} });
    expect(await client.listTools()).toEqual({ tools: [] });
    await expect(client.callTool({ name: 'greet' })).rejects.toMatchObject({ code: -32601 });
  });

  test('declares tools in server/discover', async () => {
    const { url } = await connect('codex-mcp-client');
    const pinned = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
    const client = new ModernClient({ name: 'codex-mcp-client', version: '1.0.0' }, pinned);
    await client.connect(new ModernHttp(new URL(url)));
    open.push(client);
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } });
    expect((await client.listTools()).tools).toEqual([ENTRY]);
    expect((await client.callTool({ name: 'greet' })).content).toEqual(HELLO);
  });
});
