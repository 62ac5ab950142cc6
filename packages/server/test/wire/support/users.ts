import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type ClientCapabilities,
  ElicitRequestSchema,
  type ElicitResult,
  LoggingMessageNotificationSchema,
  type LoggingLevel,
} from '@modelcontextprotocol/sdk/types.js';
import type { Json } from './raw.ts';
import { type Mode, modes, type Version } from './versions.ts';

/** The user of a client, who answers the form that the client shows. */
export type User = (form: Json, signal: AbortSignal) => ElicitResult | Promise<ElicitResult>;

export interface Setup {
  readonly user?: User;
  /** @default forms, if there is a user */
  readonly capabilities?: ClientCapabilities;
}

interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Json) => void;
}

/** The methods that both official clients have in these tests. */
export interface OfficialClient {
  getPrompt(name: string, args?: Record<string, string>, options?: RequestOptions): Promise<Json>;
  setLoggingLevel(level: LoggingLevel): Promise<Json>;
  onLog(listener: (line: Json) => void): void;
  serverCapabilities(): Json;
  close(): Promise<void>;
}

const identity = { name: 'manned', version: '1.0.0' };
const capabilitiesOf = ({ user, capabilities = user ? { elicitation: {} } : {} }: Setup) => capabilities;

async function v1(transport: Transport, setup: Setup): Promise<OfficialClient> {
  const { user } = setup;
  const client = new ClientV1(identity, { capabilities: capabilitiesOf(setup) });
  if (user) client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => user(params, signal));
  await client.connect(transport);
  return {
    getPrompt: (name, args = {}, options = {}) => client.getPrompt({ name, arguments: args }, options),
    setLoggingLevel: (level) => client.setLoggingLevel(level),
    onLog: (listener) =>
      client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => listener(params)),
    serverCapabilities: () => client.getServerCapabilities(),
    close: () => client.close(),
  };
}

const v2 =
  (mode: Mode) =>
  async (transport: Transport, setup: Setup): Promise<OfficialClient> => {
    const { user } = setup;
    const client = new ClientV2(identity, {
      versionNegotiation: { mode: modes[mode] },
      capabilities: capabilitiesOf(setup) as NonNullable<
        ConstructorParameters<typeof ClientV2>[1]
      >['capabilities'] & {},
    });
    if (user) {
      client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => user(params, mcpReq.signal));
    }
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return {
      getPrompt: async (name, args = {}, options = {}) => {
        const { _meta, ...result } = await client.getPrompt({ name, arguments: args }, options);
        return { ...result, ...(mode === 'legacy' && _meta && { _meta }) }; // The result contains `serverInfo`.
      },
      setLoggingLevel: (level) => client.setLoggingLevel(level),
      onLog: (listener) => client.setNotificationHandler('notifications/message', ({ params }) => listener(params)),
      serverCapabilities: () => client.getServerCapabilities(),
      close: () => client.close(),
    };
  };

/** The headers of every request over HTTP. */
interface HttpOptions {
  readonly requestInit?: { readonly headers: Record<string, string> };
}

const overHttpV2 = (url: string, options?: HttpOptions) => new HttpV2(new URL(url), options) as unknown as Transport;

interface Meeting {
  meet(transport: Transport, setup: Setup): Promise<OfficialClient>;
  http(url: string, options?: HttpOptions): Transport;
}

/** The official clients, by name. */
export const officialClients: Record<Version, Meeting> = {
  'v1 client': { meet: v1, http: (url, options) => new HttpV1(new URL(url), options) as Transport },
  'v2 client': { meet: v2('legacy'), http: overHttpV2 },
  'v2 client that negotiates': { meet: v2('auto'), http: overHttpV2 },
  'v2 client of 2026-07-28': { meet: v2('pinned'), http: overHttpV2 },
};
