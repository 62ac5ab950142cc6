import {
  Arg,
  definePrompt,
  Prompt,
  type PromptHandler,
  Registry,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { bindRuntime as bindV1 } from '@cuecard/mcp-sdk';
import { bindRuntime as bindV2 } from '@cuecard/mcp-sdk/v2';
import { Client as V2Client } from '@modelcontextprotocol/client';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as V1Transport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as V1Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as V1McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListPromptsRequestSchema, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  createMcpHandler,
  InMemoryTransport as V2Transport,
  McpServer as V2McpServer,
  Server as V2Server,
} from '@modelcontextprotocol/server';
import { describe, expect, test } from '@jest/globals';
import { IsIn } from 'class-validator';
import { COLLECTED_MS, fakeClock } from '../../../build/jest/fake-time.ts';
import { closables } from '../../server/test/support/closables.ts';
import { headersOf, messageOf } from '../../server/test/wire/support/modern.ts';
import { headers } from '../../server/test/wire/support/raw.ts';
import { Shelf } from '../../server/test/wire/support/shelf.ts';

class ReviewArgs {
  @Arg()
  @IsIn(['go', 'typescript'])
  language!: string;
}
@Prompt({ args: ReviewArgs })
class Review implements PromptHandler<ReviewArgs> {
  render = ({ language }: ReviewArgs) => `Review this ${language}`;
}
@Tool()
class Lint implements ToolHandler {
  call = () => 'clean';
}
const promptNamed = (name: string) => definePrompt({ name, render: () => name });
const prompts = () => new Runtime({ prompts: [promptNamed('review')] });
const identity = { name: 'own', version: '1' };
const text = (of: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text: of } }] });
const content = () => ({ content: [{ type: 'text' as const, text: 'own' }] });

const open = closables();
const clock = fakeClock();

/** One of the official SDKs. */
const v1 = {
  Server: V1Server,
  McpServer: V1McpServer,
  bindRuntime: bindV1,
  async connect(server: V1Server | V1McpServer) {
    const [near, far] = V1Transport.createLinkedPair();
    const client = new V1Client({ name: 'client', version: '1' });
    await server.connect(far);
    await client.connect(near);
    open.push(client);
    return client;
  },
  handlePrompts: (server: V1Server) =>
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: 'own' }] })),
  handleLevels: (server: V1Server) => server.setRequestHandler(SetLevelRequestSchema, () => ({})),
};
const v2: { [Name in keyof typeof v1]: unknown } = {
  Server: V2Server,
  McpServer: V2McpServer,
  bindRuntime: bindV2,
  async connect(server: V2Server | V2McpServer) {
    const [near, far] = V2Transport.createLinkedPair();
    const client = new V2Client({ name: 'client', version: '1' });
    await server.connect(far);
    await client.connect(near);
    open.push(client);
    return client;
  },
  handlePrompts: (server: V2Server) => server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'own' }] })),
  handleLevels: (server: V2Server) => server.setRequestHandler('logging/setLevel', () => ({})),
};

// For these tests, the SDKs differ only in types.
describe.each([
  ['@modelcontextprotocol/sdk', v1],
  ['@modelcontextprotocol/server', v2 as typeof v1],
])('bindRuntime of %s', (_, { Server, McpServer, bindRuntime, connect, handlePrompts, handleLevels }) => {
  const both = (methods: string, kind: string) =>
    new Error(`The server and the runtime both handle ${methods}: offer ${kind} from only one of them`);
  const namesOf = async (client: Pick<V1Client, 'listPrompts'>) =>
    (await client.listPrompts()).prompts.map(({ name }) => name);

  describe('when the application already handles a method of the runtime', () => {
    test('throws for a Server, which keeps its handler', async () => {
      const server = new Server(identity, { capabilities: { prompts: {} } });
      handlePrompts(server);
      expect(() => bindRuntime(server, prompts())).toThrow(both('prompts/list', 'prompts'));
      expect(await namesOf(await connect(server))).toEqual(['own']);
    });

    test('throws for prompts of an McpServer, which keeps them', async () => {
      const server = new McpServer(identity);
      server.registerPrompt('own', {}, () => text('own'));
      expect(() => bindRuntime(server, prompts())).toThrow(both('prompts/list and prompts/get', 'prompts'));
      expect(await namesOf(await connect(server))).toEqual(['own']);
    });

    test('throws for tools of an McpServer', () => {
      const server = new McpServer(identity);
      server.registerTool('own', {}, content);
      const runtime = new Runtime({ prompts: [], tools: [Lint] });
      expect(() => bindRuntime(server, runtime)).toThrow(both('tools/list and tools/call', 'tools'));
    });

    test('throws for prompts that are offered as tools', () => {
      const server = new McpServer(identity);
      server.registerTool('own', {}, content);
      const runtime = new Runtime({ prompts: [Review], promptsAsTools: true });
      expect(() => bindRuntime(server, runtime)).toThrow(both('tools/list and tools/call', 'tools'));
    });

    test('throws for logging/setLevel if the runtime sends log messages', async () => {
      const server = new Server(identity, { capabilities: { logging: {} } });
      expect(() => bindRuntime(server, prompts(), { logging: true })).toThrow(both('logging/setLevel', 'logging'));
      bindRuntime(server, prompts());
      expect(await namesOf(await connect(server))).toEqual(['review']);
    });
  });

  describe('when the application handles a method of the runtime later', () => {
    test('throws for a Server, and keeps the handler of the runtime', async () => {
      const server = new Server(identity);
      bindRuntime(server, prompts(), { logging: true });
      expect(() => handlePrompts(server)).toThrow(both('prompts/list', 'prompts'));
      expect(() => handleLevels(server)).toThrow(both('logging/setLevel', 'logging'));
      const client = await connect(server);
      expect(() => handlePrompts(server)).toThrow(both('prompts/list', 'prompts'));
      expect(await namesOf(client)).toEqual(['review']);
    });

    test('throws for a prompt of an McpServer, and keeps the handlers of the runtime', async () => {
      const server = new McpServer(identity);
      bindRuntime(server, prompts());
      expect(() => server.registerPrompt('own', {}, () => text('own'))).toThrow('prompts/list');
      expect(await namesOf(await connect(server))).toEqual(['review']);
    });

    test('keeps its handlers if a fallback handler is set after connecting', async () => {
      const server = new Server(identity);
      bindRuntime(server, prompts());
      const client = await connect(server);
      server.fallbackRequestHandler = async () => ({ prompts: [] });
      expect(await namesOf(client)).toEqual(['review']);
    });
  });

  describe.each(['before', 'after'])('when an McpServer registers its own tool %s binding', (order) => {
    async function connectBound(runtime: Runtime) {
      const server = new McpServer(identity);
      const register = () => server.registerTool('own', {}, content);
      if (order === 'before') register();
      bindRuntime(server, runtime);
      if (order === 'after') register();
      return connect(server);
    }

    test('serves the tool of the application alongside the prompts of the runtime', async () => {
      const client = await connectBound(new Runtime({ prompts: [Review] }));
      expect((await client.listTools()).tools).toMatchObject([{ name: 'own' }]);
      expect(await client.callTool({ name: 'own' })).toMatchObject(content());
      expect(await namesOf(client)).toEqual(['review']);
      const argument = { name: 'language', value: 't' };
      const completed = await client.complete({ ref: { type: 'ref/prompt', name: 'review' }, argument });
      expect(completed.completion.values).toEqual(['typescript']);
    });

    test('serves the prompts of the application alongside the tools of the runtime', async () => {
      const server = new McpServer(identity);
      const register = () => server.registerPrompt('own', {}, () => text('own'));
      if (order === 'before') register();
      bindRuntime(server, new Runtime({ tools: [Lint] }));
      if (order === 'after') register();
      const client = await connect(server);
      expect(await namesOf(client)).toEqual(['own']);
      expect((await client.listTools()).tools).toMatchObject([{ name: 'lint' }]);
    });

    test('declares the capabilities of both', async () => {
      const client = await connectBound(new Runtime({ prompts: [Review] }));
      expect(client.getServerCapabilities()).toEqual({
        prompts: { listChanged: true },
        completions: {},
        tools: { listChanged: true },
      });
    });
  });

  describe('when the server is bound again', () => {
    test('serves another runtime after the end function was called', async () => {
      const server = new McpServer(identity);
      bindRuntime(server, prompts(), { logging: true })();
      bindRuntime(server, new Runtime({ prompts: [promptNamed('other')] }), { logging: true });
      expect(await namesOf(await connect(server))).toEqual(['other']);
    });

    test('removes methods that only the first runtime had', async () => {
      const server = new McpServer(identity);
      bindRuntime(server, new Runtime({ prompts: [], tools: [Lint] }))();
      bindRuntime(server, prompts());
      server.registerTool('own', {}, content);
      expect((await (await connect(server)).listTools()).tools).toMatchObject([{ name: 'own' }]);
    });

    test('stops notifications of the replaced runtime', async () => {
      const [first, second] = [prompts(), prompts()];
      const server = new Server(identity);
      bindRuntime(server, first);
      bindRuntime(server, second);
      const client = await connect(server);
      const received: unknown[] = [];
      client.fallbackNotificationHandler = async ({ method }) => void received.push(method);
      clock.fakeTimeouts();
      first.replace(new Registry([promptNamed('new')]));
      clock.pass(COLLECTED_MS);
      second.replace(new Registry([promptNamed('newer')]));
      clock.pass(COLLECTED_MS);
      expect(await namesOf(client)).toEqual(['newer']);
      expect(received).toEqual(['notifications/prompts/list_changed']);
    });
  });

  describe('with resources that can be watched', () => {
    const shelfRuntime = (shelf: Shelf) => new Runtime({ prompts: [], resources: shelf });

    test('lets clients subscribe up to 2025-11-25', async () => {
      const shelf = new Shelf();
      const server = new Server(identity);
      bindRuntime(server, shelfRuntime(shelf));
      const client = await connect(server);
      const updated = new Promise((resolve) => {
        client.fallbackNotificationHandler = async ({ params }) => resolve(params);
      });
      expect(client.getServerCapabilities()?.resources).toEqual({ listChanged: true, subscribe: true });
      await client.subscribeResource({ uri: 'shelf:///1' });
      shelf.edit('shelf:///1', 'edited');
      expect(await updated).toEqual({ uri: 'shelf:///1' });
    });

    test('rejects subscriptions if notifications cannot reach the client', async () => {
      const server = new Server(identity);
      bindRuntime(server, shelfRuntime(new Shelf()), { notifications: false });
      const client = await connect(server);
      expect(client.getServerCapabilities()).toEqual({ prompts: {}, completions: {}, resources: {} });
      await expect(client.subscribeResource({ uri: 'shelf:///1' })).rejects.toThrow(/session|subscriptions/);
    });
  });
});

// The SDK acknowledges subscriptions of a server that declares them, but sends only notifications that the application
// passes to it.
test('bindRuntime of @modelcontextprotocol/server offers no subscriptions since 2026-07-28', async () => {
  const handler = createMcpHandler(() => {
    const server = new V2Server(identity);
    server.onclose = bindV2(server, new Runtime({ prompts: [], resources: new Shelf() }));
    return server;
  });
  open.push(handler);
  const request = { method: 'server/discover' };
  const init = { headers: { ...headers, ...headersOf(request) }, body: JSON.stringify(messageOf(request)) };
  const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', ...init }));
  const { result } = (await response.json()) as { result: { capabilities: { resources: object } } };
  expect(result.capabilities.resources).toEqual({ listChanged: true });
});
