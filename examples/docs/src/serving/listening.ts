import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';

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
