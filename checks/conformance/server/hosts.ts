import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KindName, Runtime } from '@cuecard/core';
import { bindRuntime as bindV1 } from '@cuecard/mcp-sdk';
import { bindRuntime as bindV2 } from '@cuecard/mcp-sdk/v2';
import { type ListeningServer, serveHttp } from '@cuecard/server';
import { localhostHostValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as V1Server } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type ServerNotifier,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** The options of the command line. */
interface ServingOptions {
  readonly logging: boolean;
  readonly streams: boolean;
}

/** A JSON-RPC error for a session that does not exist, which HTTP sends with 404. */
const SESSION_NOT_FOUND = { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } };

const IDENTITY = { name: 'cuecard-conformance', version: '0.0.0' };

/** Listens on a free port of this machine. */
async function listen(listener: RequestListener): Promise<ListeningServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

/** Serves a runtime with `serveHttp`. */
export function serveCuecard(runtime: Runtime, { logging, streams }: ServingOptions): Promise<ListeningServer> {
  return serveHttp(runtime, { ...IDENTITY, port: 0, logging, responseMode: streams ? 'sse' : 'auto' });
}

/** Serves a runtime with an `V1Server` of `@modelcontextprotocol/sdk` for each session, as its documentation shows. */
export function serveSdkV1(runtime: Runtime, { logging }: ServingOptions): Promise<ListeningServer> {
  const sessions = new Map<unknown, StreamableHTTPServerTransport>();
  const open = async ({ socket }: IncomingMessage) => {
    const { server } = new V1Server(IDENTITY);
    server.onclose = bindV1(server, runtime, { logging });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
      enableDnsRebindingProtection: true,
      allowedHosts: [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`],
    });
    await server.connect(transport as Transport); // Its properties are declared without `undefined`.
    return transport;
  };
  return listen((request, response) => {
    const id = request.headers['mcp-session-id'];
    const session = id === undefined ? open(request) : sessions.get(id);
    if (session === undefined) response.writeHead(404).end(JSON.stringify(SESSION_NOT_FOUND));
    else void Promise.resolve(session).then((transport) => transport.handleRequest(request, response));
  });
}

/**
 * Serves a runtime with `McpServer`s of `@modelcontextprotocol/server`, as its documentation shows: in revision
 * 2026-07-28 with one for each request, in earlier revisions with one for each session.
 */
export function serveSdkV2(runtime: Runtime, { logging }: ServingOptions): Promise<ListeningServer> {
  const stateKeys = [randomBytes(32)];
  const create = () => {
    const mcpServer = new McpServer(IDENTITY);
    mcpServer.server.onclose = bindV2(mcpServer.server, runtime, { logging, stateKeys });
    return mcpServer;
  };
  const modern = createMcpHandler(create, { legacy: 'reject' });
  runtime.onListChanged((kind) => notifyOf(modern.notify)[kind]());
  const inSession = sessionsOf(create);
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
function sessionsOf(create: () => McpServer): (request: Request) => Promise<Response> {
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
