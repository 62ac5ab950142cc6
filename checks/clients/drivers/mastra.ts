import { MCPClient } from '@mastra/mcp';
import type { Address, Client, User, Way } from '../client.js';

const SERVER = 'desk';

export async function connectMastra(way: Way, { url, command, args }: Address, user: User): Promise<Client> {
  const client = new MCPClient({
    id: `${way} ${url} ${args.join(' ')}`,
    servers: {
      [SERVER]: {
        ...(way === 'stdio' ? { command, args: [...args] } : { url: new URL(url) }),
        inputRequests: async ({ params }) => ({
          action: 'accept',
          content: user.answer(params.message, params.mode === 'url' ? undefined : params.requestedSchema),
        }),
      },
    },
  });
  return {
    watchPrompts: () => client.prompts.onListChanged(SERVER, () => user.notice()),
    listPrompts: async () => ({ prompts: (await client.prompts.list())[SERVER] }),
    getPrompt: ({ name, arguments: given }) => client.prompts.get({ serverName: SERVER, name, args: given }),
    async listTools() {
      const definitions = (await client.listToolDefinitions())[SERVER] ?? {};
      return { tools: Object.values(definitions).map((tool) => ({ ...tool, server: undefined })) };
    },
    callTool: async ({ name, arguments: given }) =>
      (await client.listTools())[`${SERVER}_${name}`]?.execute?.(given, {
        observe: { log: () => {}, span: async (_, run) => run() },
      }),
    listResources: async () => ({ resources: (await client.resources.list())[SERVER] }),
    readResource: (uri) => client.resources.read(SERVER, uri),
    close: () => client.disconnect(),
  };
}
