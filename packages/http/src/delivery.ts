import type { ServerResponse } from 'node:http';

/** An answer on its way to a client, which holds it in memory until it has been taken. */
export class Delivery {
  readonly #outgoing: ServerResponse;
  readonly #timeoutMs: number;

  /** @param timeoutMs how long the client may take nothing of it, in milliseconds */
  constructor(outgoing: ServerResponse, timeoutMs: number) {
    this.#outgoing = outgoing;
    this.#timeoutMs = timeoutMs;
  }

  /** Calls back when all has been taken, or the client has gone; one that takes nothing any more is hung up on. */
  onEnd(callback: () => void): void {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed || outgoing.writableFinished) return callback();
    outgoing.setTimeout(this.#timeoutMs, () => outgoing.destroy()).once('close', callback);
  }

  /** Gives up on a client. */
  hangUp(): void {
    this.#outgoing.destroy();
  }
}
