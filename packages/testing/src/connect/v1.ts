import type { Runtime } from '@cuecard/core';
import { optionalPeer } from '../optional-peer.js';
import type { Connecting } from './connecting.js';
import type { ConnectedClient } from './connected-client.js';
import { fetchFrom, SERVER, URL_IN_MEMORY } from './in-memory.js';

/** Connects a client of the v1 SDK. */
export async function connectV1(runtime: Runtime, { client: caller, answering }: Connecting): Promise<ConnectedClient> {
  const { createHandler } = await optionalPeer('connect', '@cuecard/server', () => import('@cuecard/server'));
  const { Client, ElicitRequestSchema, Transport } = await optionalPeer('connect', '@modelcontextprotocol/sdk', load);
  const { name = 'test', version = '1.0.0', capabilities = {}, revision } = caller;
  const client = new Client({ name, version }, { capabilities });
  if (answering !== undefined && 'elicitation' in capabilities) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answering.answer(params as never));
  }
  const handler = createHandler(runtime, SERVER);
  const transport = new Transport(URL_IN_MEMORY, { fetch: fetchFrom(handler) });
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(inRevision(message, revision), options);
  client.onclose = () => void handler.close();
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client as unknown as ConnectedClient; // Its own types are wider: they come from zod.
}

/** One after the other: Jest fails to load at once what shares a dependency. */
async function load() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport: Transport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  return { Client, Transport, ElicitRequestSchema };
}

/** The client asks for the newest revision that it knows; a test may want an older one. */
function inRevision<Message>(message: Message, protocolVersion: string): Message {
  const { method, params } = message as { method?: string; params?: object };
  return method === 'initialize' ? { ...message, params: { ...params, protocolVersion } } : message;
}
