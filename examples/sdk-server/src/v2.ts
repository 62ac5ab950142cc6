import { bindRuntime } from '@cuecard/mcp-sdk/v2';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { runtime } from './runtime.js';

/** Answers web-standard requests: export it as it is from Bun, Deno or Workers, or mount its `fetch`. */
export const handler = createMcpHandler(({ era }) => {
  const server = new McpServer({ name: 'reviews', version: '1.0.0' });
  server.registerTool('today', { description: 'Returns the date' }, () => ({
    content: [{ type: 'text', text: new Date().toISOString().slice(0, 10) }],
  }));
  server.server.onclose = bindRuntime(server, runtime, { notifications: era === 'modern', elicitation: false });
  return server;
});

// A server for one request has no client to notify: the handler notifies all that have subscribed.
runtime.onListChanged((kind) => {
  if (kind === 'prompt') handler.notify.promptsChanged();
});
