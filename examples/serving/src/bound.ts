import type { Runtime } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk/v2';
import { McpServer } from '@modelcontextprotocol/server';

/** A server of the SDK's own: a tool, and beside it the prompts of a runtime. */
export function toolAndPrompts(runtime: Runtime): McpServer {
  const mcp = new McpServer({ name: 'greetings', version: '1.0.0' });
  mcp.registerTool('today', { description: 'Says what day it is' }, () => ({
    content: [{ type: 'text', text: new Date().toDateString() }],
  }));
  mcp.server.onclose = bindRuntime(mcp.server, runtime, { logging: true });
  return mcp;
}
