import { randomBytes, randomUUID } from 'node:crypto';
import type { KindName, Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk/v2';
import type { ListeningServer } from '@cuecard/server';
import { localhostHostValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type ServerNotifier,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { IDENTITY, listen, SESSION_NOT_FOUND, type ServingOptions } from './listening.js';

/**
 * Serves a runtime with `McpServer`s of `@modelcontextprotocol/server`, as its documentation shows: in revision
 * 2026-07-28 with one for each request, in earlier revisions with one for each session.
 */
export function serveSdkV2(runtime: Runtime, { logging }: ServingOptions): Promise<ListeningServer> {
  const stateKeys = [randomBytes(32)];
  const create = () => {
    const mcpServer = new McpServer(IDENTITY);
    mcpServer.server.onclose = bindRuntime(mcpServer.server, runtime, { logging, stateKeys });
    return mcpServer;
  };
  const modern = createMcpHandler(create, { legacy: 'reject' });
  runtime.onListChanged((kind) => notifyOf(modern.notify)[kind]());
  const inSession = sessions(create);
  const fetch = async (request: Request) => {
    return (await isLegacyRequest(request)) ? inSession(request) : modern.fetch(request);
  };
  const handle = toNodeHandler({ fetch });
  const isOwnHost = localhostHostValidation();
  return listen((request, response) => {
    if (!isOwnHost(request, response)) return;
    void handle(request as Parameters<typeof handle>[0], response); // Its properties are declared without `undefined`.
  });
}

function notifyOf(notify: ServerNotifier): Readonly<Record<KindName, () => void>> {
  return { prompt: notify.promptsChanged, tool: notify.toolsChanged, resource: notify.resourcesChanged };
}

/** Answers requests of revisions that have sessions. */
function sessions(create: () => McpServer): (request: Request) => Promise<Response> {
  const transports = new Map<unknown, WebStandardStreamableHTTPServerTransport>();
  const open = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id),
    });
    await create().connect(transport);
    return transport;
  };
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    const transport = id === null ? await open() : transports.get(id);
    return transport?.handleRequest(request) ?? Response.json(SESSION_NOT_FOUND, { status: 404 });
  };
}
