import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onResponseEnd } from '../edge/response-end.js';

/** The maximum number of requests waiting on one connection, because MCP clients send one at a time. */
const MAX_PER_CONNECTION = 4;

/**
 * The maximum number of requests waiting on all connections, because each holds its head, up to 16 KiB, and its
 * response.
 */
const MAX = 500;

/** Counts the requests that arrived before the previous one on their connection was answered. */
export class QueuedRequests {
  #all = 0;
  readonly #counts = new WeakMap<Socket, number>();
  /** The connections that will end after a refusal. */
  readonly #refused = new WeakSet<Socket>();

  /** Returns whether there is room for a request. Otherwise answers it, and ends the connection. */
  admits(socket: Socket, response: ServerResponse): boolean {
    if (this.#refused.has(socket)) {
      socket.destroy(); // Drops further requests, because their refusals would also wait in memory.
      return false;
    }
    if (response.socket !== null) return true; // The request is next.
    const count = this.#counts.get(socket) ?? 0;
    if (count >= MAX_PER_CONNECTION || this.#all >= MAX) {
      this.#refused.add(socket);
      refuse(response);
      return false;
    }
    this.#add(socket, 1);
    onResponseEnd(response, socket, () => this.#add(socket, -1));
    return true;
  }

  #add(socket: Socket, requests: number): void {
    this.#all += requests;
    this.#counts.set(socket, (this.#counts.get(socket) ?? 0) + requests);
  }
}

function refuse(response: ServerResponse): void {
  const head = { 'content-type': 'text/plain', 'retry-after': '1', connection: 'close' };
  response
    .writeHead(503, head)
    .end('Too many requests are waiting on this connection: read the earlier responses first\n');
}
