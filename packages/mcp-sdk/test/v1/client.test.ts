import { Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from '@jest/globals';
import { initialize } from '../../../server/test/wire/support/raw.ts';

describe('RequestContext.client with bindRuntime', () => {
  function bound() {
    const seen: RequestContext['client'][] = [];
    @Prompt()
    class Remember implements PromptHandler {
      render(_: object, { client }: RequestContext) {
        seen.push(client);
        return 'noted';
      }
    }
    const server = new Server({ name: 'own', version: '1' });
    server.onclose = bindRuntime(server, new Runtime({ prompts: [Remember] }));
    return { server, seen };
  }

  async function connectTo(server: Server, name: string): Promise<Client> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name, version: '2' }, { capabilities: { roots: {} } });
    await server.connect(far);
    await client.connect(near);
    return client;
  }
  const as = (name: string) => ({ revision: '2025-11-25', name, version: '2', capabilities: { roots: {} } });

  test('is one object for all prompts of a connection', async () => {
    const { server, seen } = bound();
    const client = await connectTo(server, 'first');
    await client.getPrompt({ name: 'remember' });
    await client.getPrompt({ name: 'remember' });
    expect(seen).toEqual([as('first'), as('first')]);
    expect([seen[0] === seen[1], Object.isFrozen(seen[0])]).toEqual([true, true]);
    await client.close();
  });

  test('is replaced when the server connects to another client', async () => {
    const { server, seen } = bound();
    await (await connectTo(server, 'first')).close();
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const answered = new Promise((resolve) => ((near as Transport).onmessage = resolve));
    await near.send({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'remember' } });
    await answered;
    await near.close();
    await (await connectTo(server, 'second')).getPrompt({ name: 'remember' });
    expect(seen).toEqual([{ revision: '2025-03-26' }, as('second')]);
  });

  test('is kept when a second connection fails', async () => {
    const { server, seen } = bound();
    const client = await connectTo(server, 'first');
    await expect(server.connect(InMemoryTransport.createLinkedPair()[0])).rejects.toThrow('Already connected');
    await client.getPrompt({ name: 'remember' });
    expect(seen).toEqual([as('first')]);
    await client.close();
  });

  test('has the revision in the response to initialize', async () => {
    const { server, seen } = bound();
    server.setRequestHandler(InitializeRequestSchema, () => ({
      protocolVersion: '2025-06-18',
      capabilities: {},
      serverInfo: { name: 'own', version: '1' },
    }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const answers: unknown[] = [];
    const answered = new Promise((resolve) => {
      near.onmessage = (message) => answers.push(message) === 2 && resolve(undefined);
    });
    await near.send(initialize('2025-11-25') as Parameters<typeof near.send>[0]);
    await new Promise((resolve) => setImmediate(resolve));
    await near.send({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'remember' } });
    await answered;
    expect(seen).toEqual([{ revision: '2025-06-18' }]);
  });
});
