import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import type { Ask } from '../../server/test/wire/support/revisions.ts';
import { type End, sdks } from './support/sdks.ts';

@Prompt()
class Only implements PromptHandler {
  render = () => 'only';
}

const identity = { name: 'own', version: '1' };
const runtime = new Runtime({ prompts: [Only] });
const prompts = { prompts: [{ name: 'only' }] };
const own = { tools: [{ name: 'own', inputSchema: { type: 'object' } }] };
const uncalled = () => {
  throw new Error('The tests only list it');
};

const lists = async (ask: Ask) => [await ask('prompts/list'), await ask('tools/list'), await ask('resources/list')];
const named = (...names: string[]) => ({ tools: names.map((name) => expect.objectContaining({ name })) });

describe.each(sdks)('bindRuntime with SDK %s', (_, { Server, McpServer, InMemoryTransport, bindRuntime, handle }) => {
  /** Connects a client that sends one request at a time. */
  async function connectTo(server: {
    connect(end: End): Promise<void>;
  }): Promise<{ ask: Ask; close(): Promise<void> }> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const ask: Ask = async (method, params) => {
      const answered = new Promise<{ result?: object; error?: object }>((resolve) => (near.onmessage = resolve));
      await near.send({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) });
      const { result, error } = await answered;
      return result ?? error;
    };
    return { ask, close: () => near.close() };
  }

  describe('with a Server', () => {
    test('returns empty lists for kinds that neither side has', async () => {
      const server = new Server(identity);
      bindRuntime(server, runtime);
      const { ask } = await connectTo(server);
      expect(await lists(ask)).toMatchObject([prompts, { tools: [] }, { resources: [] }]);
      expect(await ask('tools/list', { cursor: 'x' })).toMatchObject({ code: -32602 });
      expect(await ask('x/y')).toEqual({ code: -32601, message: 'Method not found' });
    });

    test('keeps an earlier request handler', async () => {
      const server = new Server(identity);
      server.registerCapabilities({ tools: {} });
      handle(server, 'tools/list', () => own);
      bindRuntime(server, runtime);
      expect(await lists((await connectTo(server)).ask)).toMatchObject([prompts, own, { resources: [] }]);
    });

    test('accepts later request handlers, even after the server is connected', async () => {
      const server = new Server(identity);
      bindRuntime(server, runtime);
      server.registerCapabilities({ tools: {}, resources: {} });
      handle(server, 'tools/list', () => own);
      const { ask } = await connectTo(server);
      const page = { resources: [{ uri: 'page:///1', name: 'page' }] };
      handle(server, 'resources/list', () => page);
      expect(await lists(ask)).toMatchObject([prompts, own, page]);
    });

    test.each(['before', 'after'])('prefers a fallbackRequestHandler that is set %s binding', async (when) => {
      const server = new Server(identity);
      const fallback = async () => own;
      if (when === 'before') server.fallbackRequestHandler = fallback;
      bindRuntime(server, runtime);
      if (when === 'after') server.fallbackRequestHandler = fallback;
      expect(await lists((await connectTo(server)).ask)).toMatchObject([prompts, own, own]);
    });

    test('serves the last of two runtimes', async () => {
      const server = new Server(identity);
      bindRuntime(server, new Runtime({ prompts: [] }));
      bindRuntime(server, runtime);
      expect(await lists((await connectTo(server)).ask)).toMatchObject([prompts, { tools: [] }, { resources: [] }]);
    });
  });

  describe('with an McpServer', () => {
    test.each(['before', 'after'])('lists the tools that are registered %s binding', async (when) => {
      const mcp = new McpServer(identity);
      if (when === 'before') mcp.registerTool('own', {}, uncalled);
      bindRuntime(mcp.server, runtime);
      if (when === 'after') mcp.registerTool('own', {}, uncalled);
      const { ask } = await connectTo(mcp);
      expect(await lists(ask)).toMatchObject([prompts, named('own'), { resources: [] }]);
      mcp.registerTool('another', {}, uncalled);
      expect(await ask('tools/list')).toMatchObject(named('own', 'another'));
    });

    test('lists the resources that are registered after binding', async () => {
      const mcp = new McpServer(identity);
      bindRuntime(mcp.server, runtime);
      mcp.registerResource('page', 'page:///1', {}, uncalled);
      const page = { resources: [{ uri: 'page:///1', name: 'page' }] };
      expect(await lists((await connectTo(mcp)).ask)).toMatchObject([prompts, { tools: [] }, page]);
    });

    test('lists a first tool that is registered between two connections', async () => {
      const mcp = new McpServer(identity);
      mcp.server.onclose = bindRuntime(mcp.server, runtime);
      const first = await connectTo(mcp);
      expect(await first.ask('tools/list')).toEqual({ tools: [] });
      await first.close();
      mcp.registerTool('own', {}, uncalled);
      expect(await lists((await connectTo(mcp)).ask)).toMatchObject([prompts, named('own'), { resources: [] }]);
    });
  });
});
