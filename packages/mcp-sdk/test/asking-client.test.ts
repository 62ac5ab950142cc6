import { Prompt, type RequestContext, type PromptHandler, Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { serveHttp, serveStdio } from '@cuecard/server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { initialize } from '../../server/test/wire/support/raw.ts';
import {
  type Ask,
  askOverHttp,
  askOverStdio,
  openSession,
  type Servers,
  startServers,
  ways,
} from '../../server/test/wire/support/speaking.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers({ serveHttp, serveStdio });
});
afterAll(() => Promise.all([servers.stdio.close(), servers.http.close()]));

/** Resolves to the client that a prompt of the server receives. */
async function clientSeen(ask: Ask): Promise<unknown> {
  const { messages } = (await ask('prompts/get', { name: 'who_asks' })) as {
    messages: [{ content: { text: string } }];
  };
  return JSON.parse(messages[0].content.text) as unknown;
}

describe('RequestContext.client', () => {
  // Runs first, because the other tests send `initialize` over the same stdio connection.
  test('assumes revision 2025-03-26 without a revision header', async () => {
    expect(await clientSeen(askOverHttp(servers.http.url))).toEqual({ revision: '2025-03-26' });
    expect(await clientSeen(askOverStdio(servers.stdio))).toEqual({ revision: '2025-03-26' });
  });

  test.each([
    ['2024-11-05', 'over stdio'],
    ['2025-11-25', 'over stdio'],
    ['2025-03-26', 'in a session over HTTP'],
    ['2025-06-18', 'in a session over HTTP'],
    ['2025-11-25', 'without a session over HTTP'],
  ] as const)('passes the client to prompts with revision %s, %s', async (revision, way) => {
    const identity = way.startsWith('without') ? {} : { name: 'raw', version: '1', capabilities: {} };
    expect(await clientSeen(await ways[way](servers, revision))).toEqual({ revision, ...identity });
  });

  test('ignores a different revision header in a session', async () => {
    const { url } = servers.http;
    const session = await openSession(url, '2025-06-18');
    const ask = askOverHttp(url, { ...session, 'mcp-protocol-version': '2025-11-25' });
    expect(await clientSeen(ask)).toMatchObject({ revision: '2025-06-18' });
  });

  test('uses the negotiated revision if the requested one is unknown', async () => {
    const ask = askOverHttp(servers.http.url, await openSession(servers.http.url, '1999-01-01'));
    expect(await clientSeen(ask)).toMatchObject({ revision: '2025-11-25' });
  });

  describe('bindRuntime', () => {
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

    test('passes one client object to all prompts of a connection', async () => {
      const { server, seen } = bound();
      const client = await connectTo(server, 'first');
      await client.getPrompt({ name: 'remember' });
      await client.getPrompt({ name: 'remember' });
      expect(seen).toEqual([as('first'), as('first')]);
      expect([seen[0] === seen[1], Object.isFrozen(seen[0])]).toEqual([true, true]);
      await client.close();
    });

    test('replaces the client when it is connected to another', async () => {
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

    test('keeps its client when a second connection fails', async () => {
      const { server, seen } = bound();
      const client = await connectTo(server, 'first');
      await expect(server.connect(InMemoryTransport.createLinkedPair()[0])).rejects.toThrow('Already connected');
      await client.getPrompt({ name: 'remember' });
      expect(seen).toEqual([as('first')]);
      await client.close();
    });

    test('uses the revision of the response to initialize', async () => {
      const { server, seen } = bound();
      const { InitializeRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
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
});
