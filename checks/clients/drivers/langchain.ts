import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import type { Address, Client, User, Way } from '../client.js';

const SERVER = 'desk';

export async function connectLangChain(way: Way, { url, command, args }: Address, user: User): Promise<Client> {
  const adapters = new MultiServerMCPClient({
    mcpServers: {
      [SERVER]: way === 'stdio' ? { transport: 'stdio', command, args: [...args] } : { transport: 'http', url },
    },
    onPromptsListChanged: () => user.notice(),
  });
  const tools = await adapters.getTools();
  const client = await adapters.getClient(SERVER);
  if (client === undefined) throw new Error('LangChain has no client for the desk');
  return {
    listPrompts: () => client.listPrompts(),
    getPrompt: (call) => client.getPrompt(call),
    complete: (call) => client.complete(call),
    listTools: async () => ({ tools: tools.map(({ name, description, schema }) => ({ name, description, schema })) }),
    async callTool(call) {
      const request = { type: 'tool_call' as const, id: '1', name: call.name, args: call.arguments };
      const answer = await tools.find(({ name }) => name === call.name)?.invoke(request);
      return { content: answer.content, artifact: answer.artifact };
    },
    listResources: async () => ({ resources: (await adapters.listResources())[SERVER] }),
    readResource: async (uri) => ({ contents: await adapters.readResource(SERVER, uri) }),
    close: () => adapters.close(),
  };
}
