import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { background } from '../shared/background.js';
import { onceOver } from '../shared/once-over.js';

/** An answer on its way to a client. It holds memory until the client has read it. */
export class Delivery {
  readonly #outgoing: ServerResponse;
  readonly #socket: Socket;
  readonly #timeoutMs: number;

  /** @param timeoutMs how long the client may read nothing of it, in milliseconds */
  constructor(outgoing: ServerResponse, socket: Socket, timeoutMs: number) {
    this.#outgoing = outgoing;
    this.#socket = socket;
    this.#timeoutMs = timeoutMs;
  }

  /** Calls back when everything has been read or the client has left. A client that stops reading is disconnected. */
  onEnd(callback: () => void): void {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed || outgoing.writableFinished) return callback();
    // Its own timeout begins when it is its turn on the connection, which may never come.
    const queued =
      outgoing.socket === null ? background(setTimeout(() => this.#hangUpQueued(), this.#timeoutMs)) : undefined;
    outgoing.setTimeout(this.#timeoutMs, () => outgoing.destroy());
    onceOver(outgoing, this.#socket, () => {
      clearTimeout(queued);
      callback();
    });
  }

  /** Disconnects a client. */
  hangUp(): void {
    this.#outgoing.destroy();
  }

  #hangUpQueued(): void {
    if (this.#outgoing.socket === null) this.#socket.destroy();
  }
}
