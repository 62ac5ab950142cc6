import type * as clients from '@modelcontextprotocol/sdk/client/index.js';
import type * as stdio from '@modelcontextprotocol/sdk/client/stdio.js';
import type * as http from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type * as schemas from '@modelcontextprotocol/sdk/types.js';
import type { Address, Client, User, Way } from '../client.js';
import { IDENTITY } from '../identity.js';
import { withNames } from './names.js';

/**
 * Connects a version of the official v1 client.
 * @param version the name that it is installed under
 */
export async function connectSdkV1(version: string, way: Way, address: Address, user: User): Promise<Client> {
  const client = await clientFor(version, user);
  await client.connect(await transportTo(version, way, address));
  return withNames(client);
}

/** Earlier versions lack some of the schemas, and with these what they are for. */
async function clientFor(version: string, user: User) {
  const { Client: SdkClient }: typeof clients = await import(`${version}/client/index.js`);
  const { ElicitRequestSchema, PromptListChangedNotificationSchema }: Partial<typeof schemas> = await import(
    `${version}/types.js`
  );
  const client = new SdkClient(IDENTITY, { capabilities: ElicitRequestSchema ? { elicitation: {} } : {} });
  if (PromptListChangedNotificationSchema)
    client.setNotificationHandler(PromptListChangedNotificationSchema, () => user.notice());
  if (ElicitRequestSchema)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: 'accept' as const,
      content: user.answer(params.message, 'requestedSchema' in params ? params.requestedSchema : undefined),
    }));
  return client;
}

async function transportTo(version: string, way: Way, { url, command, args, env = {} }: Address) {
  if (way === 'stdio') {
    const { StdioClientTransport }: typeof stdio = await import(`${version}/client/stdio.js`);
    return new StdioClientTransport({ command, args: [...args], env });
  }
  const { StreamableHTTPClientTransport }: typeof http = await import(`${version}/client/streamableHttp.js`);
  return new StreamableHTTPClientTransport(new URL(url));
}
