import { Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk/v2';
import { serveHttp, serveStdio } from '@cuecard/server';
import { createMcpHandler, InMemoryTransport, McpServer, Server } from '@modelcontextprotocol/server';
import { describe, expect, test } from '@jest/globals';
import { askForNothing, emptyLists, nothing, testEmptyLists } from './support/empty-lists-behaviour.ts';
import { inProcess } from './support/in-process.ts';
import { testOwnTools } from './support/own-tools-behaviour.ts';
import { headers } from './support/raw.ts';
import type { Ask } from './support/speaking.ts';
import { ask, type Asked, headersOf, messageOf, outcome } from './support/modern.ts';
import { closables } from '../support/closables.ts';

testEmptyLists({ serveHttp, serveStdio });
testOwnTools<Server>({
  Server,
  McpServer,
  InMemoryTransport,
  bindRuntime,
  handle: (server, method, answer) => {
    const params = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;
    server.setRequestHandler(method, { params }, () => ({ ...answer() }));
  },
});

const open = closables();
const runtime = new Runtime({ prompts: [] });
const asked = (method: string, params: unknown) => ({ method, params }) as Asked;
const kept = nothing((result) => ({ ...result, resultType: 'complete', ttlMs: 0, cacheScope: 'private' }));

describe('lists of what there is not, with revision 2026-07-28', () => {
  test('are empty over HTTP', async () => {
    const server = await serveHttp(runtime, { name: 'x', version: '1', port: 0 });
    open.push(server);
    const over: Ask = async (method, params) => outcome(await ask(server.url, asked(method, params)));
    expect(await askForNothing(over)).toEqual(kept);
    for (const [method] of emptyLists) expect(await ask(server.url, { method })).toMatchObject({ status: 200 });
    for (const method of ['x/y', 'tools/call']) {
      expect(await ask(server.url, asked(method, { name: 'x' }))).toMatchObject({ status: 404 });
    }
  });

  test('are empty over stdio', async () => {
    const server = await inProcess({ serveStdio }, runtime);
    open.push(server);
    const over: Ask = async (method, params) =>
      outcome({ body: await server.lines.ask(JSON.stringify(messageOf(asked(method, params)))) });
    expect(await askForNothing(over)).toEqual(kept);
    expect(await over('server/discover')).toMatchObject({
      capabilities: { prompts: { listChanged: true }, completions: {} },
    });
  });

  test("are left to a user's own handler, where what nobody knows stays not found", async () => {
    const handler = createMcpHandler(() => {
      const server = new Server({ name: 'own', version: '1' });
      server.onclose = bindRuntime(server, runtime);
      return server;
    });
    open.push(handler);
    const fetchFrom = async (method: string) => {
      const init = { headers: { ...headers, ...headersOf({ method }) }, body: JSON.stringify(messageOf({ method })) };
      const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', ...init }));
      return { status: response.status, outcome: outcome({ body: await response.json() }) };
    };
    expect(await fetchFrom('tools/list')).toMatchObject({ status: 404, outcome: { code: -32601 } });
    expect(await fetchFrom('x/y')).toMatchObject({ status: 404, outcome: { code: -32601 } });
  });
});
