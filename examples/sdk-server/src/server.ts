import { type BindOptions, bindRuntime } from '@cuecard/mcp-sdk';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { runtime } from './runtime.js';

/** Creates a server for one connection: its own tool, alongside the prompts of the runtime. */
export function createServer(options?: BindOptions): McpServer {
  const server = new McpServer({ name: 'reviews', version: '1.0.0' });
  server.registerTool('today', { description: 'Returns the date' }, () => ({
    content: [{ type: 'text', text: new Date().toISOString().slice(0, 10) }],
  }));
  server.server.onclose = bindRuntime(server, runtime, options);
  return server;
}
