import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import type { ListeningServer } from '@cuecard/server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { IDENTITY, listen, SESSION_NOT_FOUND, type ServingOptions } from './listening.js';

/** Serves a runtime with an `McpServer` of `@modelcontextprotocol/sdk` for each session, as its documentation shows. */
export function serveSdkV1(runtime: Runtime, { logging }: ServingOptions): Promise<ListeningServer> {
  const sessions = new Map<unknown, StreamableHTTPServerTransport>();
  const open = async ({ socket }: IncomingMessage) => {
    const { server } = new McpServer(IDENTITY);
    server.onclose = bindRuntime(server, runtime, { logging });
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
