// The v1 SDK's `McpServer`: over HTTP with a server and a transport for each request, or for each session, as its
// documentation shows; but straight in `node:http`, without Express, and with schemas that are made once.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { answer, identity, nameOf, numbers } from '../prompts/prompt.js';
import { shape } from '../prompts/schema.js';
import { listening } from './listening.js';

/** Makes servers that know the same prompts. */
function maker(count) {
  const schemas = numbers(count).map(() => shape(completable));
  return () => {
    const server = new McpServer(identity);
    for (const [index, argsSchema] of schemas.entries()) server.registerPrompt(nameOf(index), { argsSchema }, answer);
    return server;
  };
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

export function http(count, { sessions }) {
  const make = maker(count);
  return listening(createServer(sessions ? inSessions(make) : once(make)));
}

export function stdio(count) {
  return maker(count)().connect(new StdioServerTransport());
}
