import type { Exchange } from '../edge/exchange.js';
import type { Peer } from '../peer/peer.js';
import type { Answer } from './reply.js';

/** The requests without a session that are being answered. */
export class InProgress {
  readonly #peers = new Map<Exchange, Peer>();

  /** Keeps a request until it has been answered. */
  async keep(exchange: Exchange, peer: Peer, answer: Promise<Answer>): Promise<Answer> {
    this.#peers.set(exchange, peer);
    const given = await answer;
    if (given instanceof Response) exchange.onEnd(() => this.#peers.delete(exchange));
    else this.#peers.delete(exchange);
    return given;
  }

  /** Ends all without an answer. */
  close(): void {
    for (const [exchange, peer] of this.#peers) {
      exchange.hangUp();
      peer.end();
    }
  }
}
