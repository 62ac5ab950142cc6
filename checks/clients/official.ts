import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as SdkClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type * as clients from '@modelcontextprotocol/sdk/client/index.js';
import type * as stdio from '@modelcontextprotocol/sdk/client/stdio.js';
import type * as http from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type * as schemas from '@modelcontextprotocol/sdk/types.js';
import {
  type Address,
  type Client,
  type CompletionCall,
  type Difference,
  type Entry,
  fileOf,
  type PromptCall,
  type ToolCall,
  type User,
  type Way,
} from './client.js';
import { UNASKED } from './desk/answers.js';
import { both, isRecord, omitting, rewriting, showing, type View } from './views.js';

// The clients of the official SDKs, and the official proxy.

const IDENTITY = { name: 'clients', version: '1.0.0' };

/** A client whose methods have the names of the specification's. */
interface Named {
  listPrompts(): Promise<unknown>;
  getPrompt(call: PromptCall): Promise<unknown>;
  complete(call: CompletionCall): Promise<unknown>;
  listTools(): Promise<unknown>;
  callTool(call: ToolCall): Promise<unknown>;
  listResources(): Promise<unknown>;
  readResource(call: { readonly uri: string }): Promise<unknown>;
  close(): Promise<void>;
}

/** The methods of such a client. */
export function withNames(client: Named): Client {
  return {
    listPrompts: () => client.listPrompts(),
    getPrompt: (call) => client.getPrompt(call),
    complete: (call) => client.complete(call),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    listResources: () => client.listResources(),
    readResource: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

/**
 * Connects a version of the official v1 client.
 * @param version the name that it is installed under
 */
async function connectSdkV1(version: string, way: Way, address: Address, user: User): Promise<Client> {
  const client = await clientFor(version, user);
  await client.connect(await versionedTransportTo(version, way, address));
  return withNames(client);
}

/** Earlier versions lack some of the schemas, and with these what they are for. */
async function clientFor(version: string, user: User) {
  const { Client: VersionedClient }: typeof clients = await import(`${version}/client/index.js`);
  const { ElicitRequestSchema, PromptListChangedNotificationSchema }: Partial<typeof schemas> = await import(
    `${version}/types.js`
  );
  const client = new VersionedClient(IDENTITY, { capabilities: ElicitRequestSchema ? { elicitation: {} } : {} });
  if (PromptListChangedNotificationSchema)
    client.setNotificationHandler(PromptListChangedNotificationSchema, () => user.notice());
  if (ElicitRequestSchema)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: 'accept' as const,
      content: user.answer(params.message, 'requestedSchema' in params ? params.requestedSchema : undefined),
    }));
  return client;
}

async function versionedTransportTo(version: string, way: Way, { url, command, args, env = {} }: Address) {
  if (way === 'stdio') {
    const transports: typeof stdio = await import(`${version}/client/stdio.js`);
    return new transports.StdioClientTransport({ command, args: [...args], env });
  }
  const transports: typeof http = await import(`${version}/client/streamableHttp.js`);
  return new transports.StreamableHTTPClientTransport(new URL(url));
}

type Mode = 'legacy' | 'auto' | { readonly pin: '2026-07-28' };

/** Connects the official v2 client in one of the modes in which it finds the revision. */
async function connectSdkV2(mode: Mode, way: Way, address: Address, user: User): Promise<Client> {
  const client = new SdkClient(IDENTITY, {
    versionNegotiation: { mode },
    capabilities: { elicitation: { form: {} } },
    listChanged: { prompts: { autoRefresh: false, onChanged: () => user.notice() } },
  });
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    action: 'accept',
    content: user.answer(params.message, params.mode === 'url' ? undefined : params.requestedSchema),
  }));
  await client.connect(transportTo(way, address));
  return withNames(client);
}

function transportTo(way: Way, { url, command, args }: Address) {
  if (way === 'stdio') return new StdioClientTransport({ command, args: [...args] });
  return new StreamableHTTPClientTransport(new URL(url));
}

/** Connects the official v1 client through the proxy, which has a server over HTTP seem to be one over stdio. */
async function connectMcpRemote(mode: 'legacy' | 'auto', { url }: Address, user: User): Promise<Client> {
  const home = await mkdtemp(join(tmpdir(), 'mcp-remote-'));
  const args = [fileOf('mcp-remote/dist/proxy.js'), url, '--silent', '--transport', 'http-only', '--protocol', mode];
  const address = { url, command: process.execPath, args, env: { MCP_REMOTE_CONFIG_DIR: home } };
  const client = await connectSdkV1('@modelcontextprotocol/sdk', 'stdio', address, user);
  return {
    ...client,
    async close() {
      await client.close();
      await rm(home, { recursive: true });
    },
  };
}

/** The v1 client puts the code of an error before its message. */
export const prefixed: View = rewriting((name, value) =>
  name === 'error' && isRecord(value)
    ? { ...value, message: `MCP error ${value['code']}: ${value['message']}` }
    : value,
);

/** The official clients keep this to themselves. */
const settled = omitting('resultType');

/** A client that cannot ask is told what is missing. */
export function unasked(because: string, view: View): Difference {
  return { view: (_, revision) => view({ error: UNASKED }, revision), verdict: 'no', because };
}

function sdkV1(installed: string, revision: string): Entry {
  return {
    title: '`@modelcontextprotocol/sdk`',
    installed,
    ways: ['HTTP', 'stdio'],
    connect: (way, address, user) => connectSdkV1(installed, way, address, user),
    revision,
    view: prefixed,
    lacks: {},
    differs: {},
  };
}

/** From before there were one endpoint for HTTP and questions. */
function earlySdkV1(installed: string): Entry {
  const question = unasked('not supported', prefixed);
  return { ...sdkV1(installed, '2024-11-05'), ways: ['stdio'], differs: { question } };
}

export const SDK_V1: readonly Entry[] = [
  earlySdkV1('sdk-1.0'),
  earlySdkV1('sdk-1.6'),
  sdkV1('sdk-1.13', '2025-06-18'),
  sdkV1('sdk-1.20', '2025-06-18'),
  sdkV1('@modelcontextprotocol/sdk', '2025-11-25'),
];

function sdkV2(mode: Mode, called: string, revision: Entry['revision']): Entry {
  return {
    title: '`@modelcontextprotocol/client`',
    mode: called,
    installed: '@modelcontextprotocol/client',
    ways: ['HTTP', 'stdio'],
    connect: (way, address, user) => connectSdkV2(mode, way, address, user),
    revision,
    view: settled,
    lacks: {},
    differs: { bare: { view: showing({ tools: [] }) } }, // It does not even ask.
  };
}

export const SDK_V2: readonly Entry[] = [
  sdkV2('legacy', 'legacy', '2025-11-25'),
  sdkV2('auto', 'auto', '2026-07-28'),
  sdkV2({ pin: '2026-07-28' }, 'pinned', '2026-07-28'),
];

function mcpRemote(mode: 'legacy' | 'auto', revision: Entry['revision']): Entry {
  return {
    title: '`mcp-remote`',
    mode,
    installed: 'mcp-remote',
    ways: ['HTTP'],
    connect: (_, address, user) => connectMcpRemote(mode, address, user),
    revision,
    view: both(settled, prefixed),
    lacks: {},
    differs: {},
  };
}

export const MCP_REMOTE: readonly Entry[] = [mcpRemote('legacy', '2025-11-25'), mcpRemote('auto', '2026-07-28')];
