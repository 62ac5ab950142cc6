// The v1 SDK's `McpServer`: over HTTP with a server and a transport for each request or for each session, as its
// documentation shows, but directly in `node:http` instead of Express, and with schemas that are created once.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { serverCreator } from '../definitions/zod.js';
import { listen } from './listen.js';

export const SDK = { completable, ResourceTemplate, promptSchema: (shape) => shape };

const perRequest = (create) => async (request, response) => {
  const server = create();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
};

function perSession(create) {
  const transports = new Map();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await create().connect(transport);
    return transport;
  };
  return async (request, response) => {
    const transport = transports.get(request.headers['mcp-session-id']) ?? (await open());
    await transport.handleRequest(request, response);
  };
}

export function http(definitions, { hasSessions }) {
  const create = serverCreator(McpServer, SDK, definitions);
  return listen(createServer(hasSessions ? perSession(create) : perRequest(create)));
}

export function stdio(definitions) {
  return serverCreator(McpServer, SDK, definitions)().connect(new StdioServerTransport());
}
