import { Client as SdkClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Address, Client, User, Way } from '../client.js';
import { IDENTITY } from '../identity.js';
import { withNames } from './names.js';

export type Mode = 'legacy' | 'auto' | { readonly pin: '2026-07-28' };

/** Connects the official v2 client in one of the modes in which it finds the revision. */
export async function connectSdkV2(mode: Mode, way: Way, address: Address, user: User): Promise<Client> {
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
