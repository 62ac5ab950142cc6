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

/** Connects to a server, follows changes of its prompts, and lets the user answer questions. */
export async function connectTo(url: string, screen: Screen): Promise<Client> {
  const client = new Client(
    { name: 'greeter', version: '1.0.0' },
    {
      versionNegotiation: { mode: 'auto' }, // 2026-07-28 if the server supports it, else its newest revision.
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

/** Subscribes again whenever the subscription ends, until the client is closed. */
export async function keepListening(client: Client, listAgain: () => Promise<void>): Promise<void> {
  let listening = client.autoOpenedSubscription; // Undefined up to 2025-11-25: the transport reopens its stream.
  while (listening !== undefined && (await listening.closed) !== 'local') {
    listening = await listenAgain(client, listening.honoredFilter, listAgain);
  }
}

type Filter = McpSubscription['honoredFilter'];

async function listenAgain(client: Client, filter: Filter, listAgain: () => Promise<void>) {
  for (let longestMs = 1_000; ; longestMs = Math.min(2 * longestMs, 30_000)) {
    await sleep(Math.random() * longestMs); // All clients of an instance lose it at the same time.
    if (client.transport === undefined) return undefined; // The client was closed.
    let listening: McpSubscription | undefined;
    try {
      listening = await client.listen(filter);
      await listAgain(); // After subscribing, so that no change is missed.
      return listening;
    } catch {
      await listening?.close();
    }
  }
}
