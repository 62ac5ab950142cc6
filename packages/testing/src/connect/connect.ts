import type { Client, Runtime, Client as ClientInfo } from '@cuecard/core';
import { completeClient, Respondent, type ElicitationAnswers } from '../context/fake-context.js';
import { optionalPeer } from '../optional-peer.js';
import type { ConnectedClient } from './connected-client.js';
/** A protocol revision. */
export type ProtocolRevision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

export interface ConnectOptions {
  /**
   * The protocol revision that the client uses.
   * @default the `revision` of `client`, otherwise 2025-11-25
   */
  readonly revision?: ProtocolRevision | undefined;
  /**
   * The client's `clientInfo`, capabilities and protocol revision, such as `asHost('claude-code')`.
   * @default the name `test`, and elicitation if there are `answers`
   */
  readonly client?: Partial<Client> | undefined;
  /**
   * The user's answers to elicitations.
   * @default the client does not support elicitation
   */
  readonly answers?: ElicitationAnswers | undefined;
}

/**
 * Serves a runtime in memory with `@cuecard/server`, and connects an official client: from `@modelcontextprotocol/sdk`
 * for protocol revisions up to 2025-11-25, and from `@modelcontextprotocol/client` from revision 2026-07-28 on. Only
 * the network is missing. Close the client after the test.
 * @throws {TypeError} if one of these packages is not installed
 */
export async function connect(runtime: Runtime, options: ConnectOptions = {}): Promise<ConnectedClient> {
  const { answers, revision = options.client?.revision ?? '2025-11-25' } = options;
  const { createHandler } = await optionalPeer('connect', '@cuecard/server', () => import('@cuecard/server'));
  const handler = createHandler(runtime, { name: 'in-memory', version: '1.0.0' });
  const connectClient = revision < '2026-07-28' ? connectV1 : connectV2;
  return connectClient({
    caller: { ...completeClient(options.client ?? {}, answers !== undefined), revision },
    answering: answers && new Respondent(answers),
    fetch: (url, init) => handler.fetch(new Request(url, init)),
    onClose: () => void handler.close(),
  });
}

/** The parts of a connection that do not depend on the client's package. */
interface Connection {
  readonly caller: ClientInfo;
  /** Answers elicitations; `undefined` if the client does not support elicitation. */
  readonly answering: Respondent | undefined;
  /** Sends a request to the server in memory. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Called when the client closes. */
  onClose(): void;
}

/** The URL of requests, which never leave the process. */
const URL_IN_MEMORY = new URL('http://localhost/mcp');

/** Connects the client of `@modelcontextprotocol/sdk`, which supports protocol revisions up to 2025-11-25. */
async function connectV1({ caller, answering, fetch, onClose }: Connection): Promise<ConnectedClient> {
  const { Client, ElicitRequestSchema, Transport } = await optionalPeer('connect', '@modelcontextprotocol/sdk', loadV1);
  const { name = 'test', version = '1.0.0', capabilities = {}, revision } = caller;
  const client = new Client({ name, version }, { capabilities });
  if (answering !== undefined && 'elicitation' in capabilities) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answering.answer(params as never));
  }
  const transport = new Transport(URL_IN_MEMORY, { fetch });
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withRevision(message, revision), options);
  client.onclose = onClose;
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client as unknown as ConnectedClient; // The client's own types are wider, because they come from zod.
}

/** Connects the client of `@modelcontextprotocol/client`, which supports protocol revision 2026-07-28 and later. */
async function connectV2({ caller, answering, fetch, onClose }: Connection): Promise<ConnectedClient> {
  const { Client, StreamableHTTPClientTransport: Transport } = await optionalPeer(
    'connect',
    '@modelcontextprotocol/client',
    () => import('@modelcontextprotocol/client'),
  );
  const { name = 'test', version = '1.0.0', capabilities = {}, revision } = caller;
  const client = new Client({ name, version }, { capabilities, versionNegotiation: { mode: { pin: revision } } });
  if (answering !== undefined && 'elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', ({ params }) => answering.answer(params as never));
  }
  client.onclose = onClose;
  await client.connect(new Transport(URL_IN_MEMORY, { fetch }));
  return client as unknown as ConnectedClient; // The client's own types are wider, because they come from schemas.
}

/** Loads one module after the other, because Jest cannot load modules that share a dependency at the same time. */
async function loadV1() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport: Transport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  return { Client, Transport, ElicitRequestSchema };
}

/** Replaces the revision in `initialize`, because the client always requests the newest revision that it supports. */
function withRevision<Message>(message: Message, protocolVersion: string): Message {
  const { method, params } = message as { method?: string; params?: object };
  return method === 'initialize' ? { ...message, params: { ...params, protocolVersion } } : message;
}
