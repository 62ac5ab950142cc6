import { Client, type ElicitResult, type Prompt, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { keepListening } from './listening.js';

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
