import { Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import type { End, OwnServer } from './own-server.ts';
import type { Ask } from './speaking.ts';

@Prompt()
class Only implements PromptHandler {
  render = () => 'only';
}

/** A low-level server, as far as the tests handle its requests themselves. */
export interface Handling extends OwnServer {
  fallbackRequestHandler?: ((request: never, extra: never) => Promise<object>) | undefined;
  registerCapabilities(capabilities: object): void;
}

/** A high-level server of an SDK, over its low-level one. */
interface HighLevel<S> {
  readonly server: S;
  registerTool(name: string, config: object, callback: () => never): unknown;
  registerResource(name: string, uri: string, config: object, callback: () => never): unknown;
  connect(end: End): Promise<void>;
  close(): Promise<void>;
}

/** What an adapter and its SDK make of it. */
export interface OwnTools<S extends Handling> {
  readonly Server: new (identity: { name: string; version: string }) => S;
  readonly McpServer: new (identity: { name: string; version: string }) => HighLevel<S>;
  readonly InMemoryTransport: { createLinkedPair(): [End, End] };
  bindRuntime(server: S, runtime: Runtime): () => void;
  /** Lets a server answer a method itself. */
  handle(server: S, method: string, answer: () => object): void;
}

const identity = { name: 'own', version: '1' };
const runtime = new Runtime({ prompts: [Only] });
const prompts = { prompts: [{ name: 'only' }] };
const own = { tools: [{ name: 'own', inputSchema: { type: 'object' } }] };
const nobody = () => {
  throw new Error('Nobody calls it here');
};

/** Tests that what a user's own server answers itself stays the user's. */
export function testOwnTools<S extends Handling>(given: OwnTools<S>): void {
  const { Server, McpServer, InMemoryTransport, bindRuntime, handle } = given;

  /** Asks over a new connection. */
  async function asking(server: { connect(end: End): Promise<void> }): Promise<{ ask: Ask; hangUp(): Promise<void> }> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const ask: Ask = async (method, params) => {
      const answered = new Promise<{ result?: object; error?: object }>((resolve) => (near.onmessage = resolve));
      await near.send({ jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) });
      const { result, error } = await answered;
      return result ?? error;
    };
    return { ask, hangUp: () => near.close() };
  }
  const lists = async (ask: Ask) => [await ask('prompts/list'), await ask('tools/list'), await ask('resources/list')];
  const named = (...names: string[]) => ({ tools: names.map((name) => expect.objectContaining({ name })) });

  describe("a user's own server", () => {
    test('lists nothing of what nobody has', async () => {
      const server = new Server(identity);
      bindRuntime(server, runtime);
      const { ask } = await asking(server);
      expect(await lists(ask)).toMatchObject([prompts, { tools: [] }, { resources: [] }]);
      expect(await ask('tools/list', { cursor: 'x' })).toMatchObject({ code: -32602 });
      expect(await ask('x/y')).toEqual({ code: -32601, message: 'Method not found' });
    });

    test('keeps a handler that it had before it was bound', async () => {
      const server = new Server(identity);
      server.registerCapabilities({ tools: {} });
      handle(server, 'tools/list', () => own);
      bindRuntime(server, runtime);
      expect(await lists((await asking(server)).ask)).toMatchObject([prompts, own, { resources: [] }]);
    });

    test('takes a handler after it was bound, and after it was connected', async () => {
      const server = new Server(identity);
      bindRuntime(server, runtime);
      server.registerCapabilities({ tools: {}, resources: {} });
      handle(server, 'tools/list', () => own);
      const { ask } = await asking(server);
      const page = { resources: [{ uri: 'page:///1', name: 'page' }] };
      handle(server, 'resources/list', () => page);
      expect(await lists(ask)).toMatchObject([prompts, own, page]);
    });

    test.each(['before', 'after'])(
      'is asked first where it answers whatever comes, set %s it is bound',
      async (when) => {
        const server = new Server(identity);
        const fallback = async () => own;
        if (when === 'before') server.fallbackRequestHandler = fallback;
        bindRuntime(server, runtime);
        if (when === 'after') server.fallbackRequestHandler = fallback;
        expect(await lists((await asking(server)).ask)).toMatchObject([prompts, own, own]);
      },
    );

    test('takes the last of two runtimes', async () => {
      const server = new Server(identity);
      bindRuntime(server, new Runtime({ prompts: [] }));
      bindRuntime(server, runtime);
      expect(await lists((await asking(server)).ask)).toMatchObject([prompts, { tools: [] }, { resources: [] }]);
    });
  });

  describe("a user's own McpServer", () => {
    test.each(['before', 'after'])('has the tools that it registers %s it is bound', async (when) => {
      const mcp = new McpServer(identity);
      if (when === 'before') mcp.registerTool('own', {}, nobody);
      bindRuntime(mcp.server, runtime);
      if (when === 'after') mcp.registerTool('own', {}, nobody);
      const { ask } = await asking(mcp);
      expect(await lists(ask)).toMatchObject([prompts, named('own'), { resources: [] }]);
      mcp.registerTool('another', {}, nobody);
      expect(await ask('tools/list')).toMatchObject(named('own', 'another'));
    });

    test('has the resources that it registers after it is bound', async () => {
      const mcp = new McpServer(identity);
      bindRuntime(mcp.server, runtime);
      mcp.registerResource('page', 'page:///1', {}, nobody);
      const page = { resources: [{ uri: 'page:///1', name: 'page' }] };
      expect(await lists((await asking(mcp)).ask)).toMatchObject([prompts, { tools: [] }, page]);
    });

    test('may register its first tool between two connections', async () => {
      const mcp = new McpServer(identity);
      mcp.server.onclose = bindRuntime(mcp.server, runtime);
      const first = await asking(mcp);
      expect(await first.ask('tools/list')).toEqual({ tools: [] });
      await first.hangUp();
      mcp.registerTool('own', {}, nobody);
      expect(await lists((await asking(mcp)).ask)).toMatchObject([prompts, named('own'), { resources: [] }]);
    });
  });
}
