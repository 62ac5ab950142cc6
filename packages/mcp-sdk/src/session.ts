import type { Exchange } from '@cuecard/http';
import type { Connection } from './connection.js';

/** A connection that outlives its requests, and ends when none has come for a while. */
export class Session {
  readonly connection: Connection;
  readonly #idleMs: number;
  #inUse = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(connection: Connection, idleMs: number) {
    this.connection = connection;
    this.#idleMs = idleMs;
    void connection.closed.then(() => clearTimeout(this.#idle));
  }

  /** Whether a request is being answered or a stream is open. */
  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  handle(exchange: Exchange): Promise<Response> {
    clearTimeout(this.#idle);
    this.#inUse += 1;
    exchange.onEnd(() => this.#release());
    return this.connection.handle(exchange);
  }

  #release(): void {
    this.#inUse -= 1;
    if (this.#inUse === 0) this.#idle = setTimeout(() => void this.connection.close(), this.#idleMs).unref();
  }
}
