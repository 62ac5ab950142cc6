import type { Runtime } from '@cuecard/core';
import type { BindOptions } from '@cuecard/mcp-sdk';

/** An end of what joins a client and a server in memory: what is the same in both SDKs. */
export interface End {
  onmessage?: ((message: never) => void) | undefined;
  send(message: object, options?: object): Promise<void>;
  close(): Promise<void>;
}

export interface OwnServer {
  onclose?(): void;
  onerror?(error: Error): void;
  connect(end: End): Promise<void>;
}

/** What an adapter and its SDK make a user's own server of. */
export interface Own {
  readonly Server: new (identity: { name: string; version: string }) => OwnServer;
  readonly InMemoryTransport: { createLinkedPair(): [End, End] };
  bindRuntime(server: OwnServer, runtime: Runtime, options?: BindOptions): () => void;
}

/** A user's own server, with a runtime that is bound to it. */
export function ownServer({ Server, bindRuntime }: Own, runtime: Runtime, options: BindOptions): OwnServer {
  const server = new Server({ name: 'own', version: '1' });
  server.onclose = bindRuntime(server, runtime, options);
  return server;
}
