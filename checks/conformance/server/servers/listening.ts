import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListeningServer } from '@cuecard/server';

/** The options of the command line. */
export interface ServingOptions {
  readonly logging: boolean;
  readonly streams: boolean;
}

/** A JSON-RPC error for a session that does not exist, which HTTP sends with 404. */
export const SESSION_NOT_FOUND = { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } };

export const IDENTITY = { name: 'cuecard-conformance', version: '0.0.0' };

/** Listens on a free port of this machine. */
export async function listen(listener: RequestListener): Promise<ListeningServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}
