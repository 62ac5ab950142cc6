import { bindRuntime } from '@cuecard/mcp-sdk';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListResourcesRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { testOwnTools } from '../../server/test/wire/support/own-tools-behaviour.ts';

testOwnTools<Server>({
  Server,
  McpServer,
  InMemoryTransport,
  bindRuntime,
  handle: (server, method, answer) =>
    server.setRequestHandler(method === 'tools/list' ? ListToolsRequestSchema : ListResourcesRequestSchema, answer),
});
