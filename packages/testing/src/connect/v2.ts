import type { Runtime } from '@cuecard/core';
import { optionalPeer } from '../optional-peer.js';
import type { Connecting } from './connecting.js';
import type { ConnectedClient } from './connected-client.js';
import { fetchFrom, SERVER, URL_IN_MEMORY } from './in-memory.js';

/** Connects a client of the v2 SDK. */
export async function connectV2(runtime: Runtime, { client: caller, answering }: Connecting): Promise<ConnectedClient> {
  const { createHandler } = await optionalPeer('connect', '@cuecard/server', () => import('@cuecard/server'));
  const sdk = await optionalPeer(
    'connect',
    '@modelcontextprotocol/client',
    () => import('@modelcontextprotocol/client'),
  );
  const { name = 'test', version = '1.0.0', capabilities = {}, revision } = caller;
  const client = new sdk.Client({ name, version }, { capabilities, versionNegotiation: { mode: { pin: revision } } });
  if (answering !== undefined && 'elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', ({ params }) => answering.answer(params as never));
  }
  const handler = createHandler(runtime, SERVER);
  client.onclose = () => void handler.close();
  await client.connect(new sdk.StreamableHTTPClientTransport(URL_IN_MEMORY, { fetch: fetchFrom(handler) }));
  return client as unknown as ConnectedClient; // Its own types are wider: they come from schemas.
}
