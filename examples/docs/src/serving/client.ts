import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  type ElicitResult,
  type McpSubscription,
  type Prompt,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** What a client shows to the person at it. */
export interface Screen {
  /** Shows the prompts that there are. */
  list(prompts: readonly Prompt[]): void;
  /** Shows a form, and gives what the person has filled in, or nothing. */
  fillIn(question: string, form: object): Promise<ElicitResult['content']>;
}

/** Connects to a server, hears of changes of its prompts, and has the person answer what prompts ask. */
export async function connectTo(url: string, screen: Screen): Promise<Client> {
  const client = new Client(
    { name: 'greeter', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' }, // 2026-07-28 where the server speaks it, else the newest that it has.
      capabilities: { elicitation: { form: {} } },
      listChanged: { prompts: { onChanged: (_error, prompts) => screen.list(prompts ?? []) } },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    if (params.mode === 'url') return { action: 'decline' };
    const content = await screen.fillIn(params.message, params.requestedSchema);
    return content === undefined ? { action: 'decline' } : { action: 'accept', content };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  void keepListening(client, async () => screen.list((await client.listPrompts({}, { cacheMode: 'refresh' })).prompts));
  return client;
}

/** Listens again whenever the server or the connection has ended that, until the client is closed. */
export async function keepListening(client: Client, listAgain: () => Promise<void>): Promise<void> {
  let listening = client.autoOpenedSubscription; // None up to 2025-11-25, where the transport opens its stream again.
  while (listening !== undefined && (await listening.closed) !== 'local') {
    listening = await listenAgain(client, listening.honoredFilter, listAgain);
  }
}

type Filter = McpSubscription['honoredFilter'];

async function listenAgain(client: Client, filter: Filter, listAgain: () => Promise<void>) {
  for (let longestMs = 1_000; ; longestMs = Math.min(2 * longestMs, 30_000)) {
    await sleep(Math.random() * longestMs); // All clients of an instance lose it at the same time.
    if (client.transport === undefined) return undefined; // It has been closed.
    let listening: McpSubscription | undefined;
    try {
      listening = await client.listen(filter);
      await listAgain(); // After that, so that no change is between them.
      return listening;
    } catch {
      await listening?.close();
    }
  }
}
