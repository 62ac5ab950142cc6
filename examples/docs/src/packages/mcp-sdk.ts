import { definePrompt, Runtime, user } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const greet = definePrompt({ name: 'greet', description: 'Asks for a greeting', render: () => user`Say hello.` });

const server = new McpServer({ name: 'greetings', version: '1.0.0' });
server.registerTool('today', { description: 'Returns the date' }, () => ({
  content: [{ type: 'text', text: new Date().toISOString().slice(0, 10) }],
}));
bindRuntime(server, new Runtime({ prompts: [greet] }));
await server.connect(new StdioServerTransport());
