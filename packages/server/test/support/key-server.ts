import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';

/** A server of a key set, which can change, fail, go down and come back. */
export class KeyServer {
  keys: readonly JWK[] = [];
  /** The number of received requests. */
  requests = 0;
  /** Answers requests in place of the key set. */
  fails: RequestListener | undefined;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/jwks`;
  }

  async up(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.requests += 1;
      if (this.fails !== undefined) return this.fails(request, response);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: this.keys }));
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    if (this.#server?.listening !== true) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}
