import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { MCPClient } from '@mastra/mcp';
import type { Address, Client, Entry, User, Way } from './client.js';
import { prefixed, unasked, withNames } from './official.js';
import { isRecord, omitting, rewriting, showing, type View } from './views.js';

// Libraries for agents that have a client.

const SERVER = 'desk';

async function connectAiSdk(way: Way, { url, command, args }: Address, user: User): Promise<Client> {
  const client = await createMCPClient({
    transport: way === 'stdio' ? overStdio(command, args) : { type: 'http', url },
    capabilities: { elicitation: {} },
  });
  client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => ({
    action: 'accept',
    content: user.answer(params.message, params.requestedSchema),
  }));
  return withNames(client);
}

/** By default it asks a server that takes more than a second to start in an older revision: the load would decide. */
function overStdio(command: string, args: readonly string[]) {
  return Object.assign(new StdioTransport({ command, args: [...args] }), { waitsForProtocolVersionDiscovery: true });
}

async function connectLangChain(way: Way, { url, command, args }: Address, user: User): Promise<Client> {
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

async function connectMastra(way: Way, { url, command, args }: Address, user: User): Promise<Client> {
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

/** It says of every result of a tool whether it is an error. */
const judged = rewriting((name, value) =>
  name === 'called' && isRecord(value) ? { ...value, isError: false } : value,
);

/** It throws the whole answer away if there is a sound in it, so Cuecard sends it a text instead. */
const withoutSound = rewriting((_, value) =>
  isRecord(value) && value['type'] === 'audio'
    ? { type: 'text', text: '(Audio, audio/wav, that cannot be played here.)' }
    : value,
);

export const AI_SDK: Entry = {
  title: '`@ai-sdk/mcp`',
  installed: '@ai-sdk/mcp',
  ways: ['HTTP', 'stdio'],
  connect: connectAiSdk,
  revision: '2026-07-28',
  lacks: { change: 'the client has no handler for notifications' },
  differs: {
    content: { view: withoutSound },
    tools: { view: judged },
    bare: {
      view: showing({ error: { message: 'Server does not support tools' } }),
      verdict: 'no',
      because: 'the client throws, without a request, if a server declares no tools',
    },
  },
};

/** Its lists are arrays. */
const unframed = omitting('_meta', 'ttlMs', 'cacheScope', 'resultType');
const onlyPrompts: View = rewriting((_, value) =>
  isRecord(value) && 'prompts' in value ? { prompts: value['prompts'] } : value,
);

export const MASTRA: Entry = {
  title: '`@mastra/mcp`',
  installed: '@mastra/mcp',
  ways: ['HTTP', 'stdio'],
  connect: connectMastra,
  revision: '2026-07-28',
  view: omitting('resultType'),
  lacks: { completion: 'no completion method' },
  differs: {
    list: { view: onlyPrompts },
    change: {
      view: (told, revision) =>
        revision >= '2026-07-28' ? onlyPrompts(told, revision) : { error: { message: UNHEARD } },
      verdict: 'partly',
      because: 'the subscription method throws up to protocol revision 2025-11-25',
    },
    tools: {
      view: rewriting((name, value) => {
        if (name === 'list' && isRecord(value)) return { tools: value['tools'] };
        if (name === 'called') return { total: 5 };
        if (name === 'failed') return { error: { message: 'Only tea is sold here' } };
        return name === 'title' ? undefined : value;
      }),
    },
    resources: {
      view: rewriting((name, value) =>
        name === 'list' && isRecord(value) ? { resources: value['resources'] } : value,
      ),
    },
    bare: { view: unframed },
  },
};

const UNHEARD = "subscriptions/listen needs MCP 2026-07-28, but server 'desk' negotiated 2025-11-25";

/** It makes tools of LangChain, whose schemas are those of the desk. */
const langChainTools = rewriting((name, value) => {
  if (name === 'called') return LANGCHAIN_CALLED;
  if (name === 'failed') return LANGCHAIN_FAILED;
  if (!isRecord(value)) return value;
  if (name === 'list') return { tools: value['tools'] };
  if (name === 'inputSchema') return { properties: {}, ...value, $schema: undefined };
  return 'inputSchema' in value
    ? { name: value['name'], description: value['description'], schema: value['inputSchema'] }
    : value;
});

const LANGCHAIN_CALLED = {
  content: JSON.stringify({ type: 'text', text: '{"total":5}', structuredContent: { total: 5 } }),
  artifact: [{ type: 'mcp_structured_content', data: { total: 5 } }],
};
const LANGCHAIN_FAILED = {
  error: { message: "MCP tool 'price' on server 'desk' returned an error: Only tea is sold here" },
};

export const LANGCHAIN: Entry = {
  title: '`@langchain/mcp-adapters`',
  installed: '@langchain/mcp-adapters',
  ways: ['HTTP', 'stdio'],
  connect: connectLangChain,
  revision: '2025-11-25',
  view: prefixed,
  lacks: {},
  differs: { question: unasked('not supported', prefixed), tools: { view: langChainTools } },
};
