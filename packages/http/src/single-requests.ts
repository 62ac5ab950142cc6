import type { Connection, Open } from './connection.js';
import { POST_ONLY } from './endpoint-refusals.js';
import type { Exchange } from './exchange.js';
import { refuse } from './refusal.js';

/** Answers requests without a session through the SDK, each on a connection of its own. */
export class SingleRequests {
  readonly #open: Open;
  readonly #connections = new Set<Connection>();

  constructor(open: Open) {
    this.#open = open;
  }

  async answer(exchange: Exchange): Promise<Response> {
    if (exchange.request.method !== 'POST') return refuse(POST_ONLY);
    const connection = await this.#open();
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
    exchange.onEnd(() => void connection.closeWhenDone());
    return connection.handle(exchange);
  }

  /** Ends what is still worked on. */
  async close(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.close()));
  }
}
