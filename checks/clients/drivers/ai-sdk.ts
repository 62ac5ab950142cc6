import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import type { Address, Client, User, Way } from '../client.js';
import { withNames } from './names.js';

export async function connectAiSdk(way: Way, { url, command, args }: Address, user: User): Promise<Client> {
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
