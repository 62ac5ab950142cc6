import type { Exchange } from '../edge/exchange.js';
import type { Peer } from '../peer/peer.js';

/** The requests without a session that are being answered. */
export class InProgress {
  readonly #peers = new Map<Exchange, Peer>();

  add(exchange: Exchange, peer: Peer): void {
    this.#peers.set(exchange, peer);
  }

  /** Called when a request has been answered. */
  remove(exchange: Exchange): void {
    this.#peers.delete(exchange);
  }

  /** Ends all without an answer. */
  close(): void {
    for (const [exchange, peer] of this.#peers) {
      exchange.hangUp();
      peer.end();
    }
  }
}
