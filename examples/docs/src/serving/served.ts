import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application that serves. */
export interface Served {
  /** Where clients of the prompts connect to. */
  readonly url: string;
  /** Finishes every request that has arrived, and ends. */
  close(): Promise<void>;
}

/** What a server serves, and how it shuts down with the prompts that are mounted in it. */
export async function served(server: Server, prompts: { close(): Promise<void> }, path = '/mcp'): Promise<Served> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async close() {
      const closed = once(server, 'close');
      server.close(); // No more connections.
      const cutOff = setTimeout(() => server.closeAllConnections(), 10_000); // Cut off requests that are still open.
      await prompts.close(); // Answers pending requests, then ends open streams.
      const hangUp = setInterval(() => server.closeIdleConnections(), 50); // Clients keep connections open.
      await closed;
      clearInterval(hangUp);
      clearTimeout(cutOff);
    },
  };
}
