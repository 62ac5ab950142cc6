import type { Server } from '@modelcontextprotocol/sdk/server/index.js';

/** How long the changes of one resource are collected into one notice: writing a file makes several. */
const COLLECT_MS = 50;

/** The notices of changed resources that a client is about to get. */
export class ResourceNotices {
  readonly #server: Server;
  readonly #due = new Map<string, NodeJS.Timeout>();

  constructor(server: Server) {
    this.#server = server;
  }

  /** Tells the client soon that a resource has changed. */
  add(uri: string): void {
    if (this.#due.has(uri)) return;
    this.#due.set(uri, setTimeout(() => this.#send(uri), COLLECT_MS).unref());
  }

  /** Lets the client know nothing more of a resource. */
  drop(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.delete(uri);
  }

  end(): void {
    for (const uri of this.#due.keys()) this.drop(uri);
  }

  #send(uri: string): void {
    this.#due.delete(uri);
    this.#server.sendResourceUpdated({ uri }).catch((error: unknown) => this.#server.onerror?.(error as Error));
  }
}
