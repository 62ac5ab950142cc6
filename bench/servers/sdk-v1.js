// The v1 SDK's `McpServer`: over HTTP with a server and a transport for each request, or for each session, as its
// documentation shows; but straight in `node:http`, without Express, and with schemas that are made once.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { registered, registrationsOf } from '../definitions/registrations.js';
import { identity } from '../definitions/review.js';
import { listening } from './listening.js';

/** What it makes definitions of. */
export const SDK = { completable, ResourceTemplate, promptSchema: (shape) => shape };

/** Makes servers that have the same definitions. */
function maker({ kind, count }) {
  const registrations = registrationsOf(kind, count, SDK);
  return () => registered(new McpServer(identity), registrations);
}

function once(make) {
  return async (request, response) => {
    const server = make();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.on('close', () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response);
  };
}

function inSessions(make) {
  const transports = new Map();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await make().connect(transport);
    return transport;
  };
  return async (request, response) => {
    const transport = transports.get(request.headers['mcp-session-id']) ?? (await open());
    await transport.handleRequest(request, response);
  };
}

export function http(has, { sessions }) {
  const make = maker(has);
  return listening(createServer(sessions ? inSessions(make) : once(make)));
}

export function stdio(has) {
  return maker(has)().connect(new StdioServerTransport());
}
