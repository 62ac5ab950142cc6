import type { Connection } from './connection.js';
import { background } from '../shared/background.js';
import type { Exchange } from '../edge/exchange.js';

interface SessionOptions {
  readonly caller: string;
  readonly principal: string | undefined;
  readonly idleMs: number;
}

/** A connection that outlives its requests, and ends when none has come for a while. */
export class Session {
  readonly connection: Connection;
  /** For whom it counts. */
  readonly caller: string;
  /** Who has opened it, where that has been verified. */
  readonly #principal: string | undefined;
  readonly #idleMs: number;
  #inUse = 0;
  #hasEnded = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(connection: Connection, { caller, principal, idleMs }: SessionOptions) {
    this.connection = connection;
    this.caller = caller;
    this.#principal = principal;
    this.#idleMs = idleMs;
    void connection.closed.then(() => this.#release());
  }

  /** Whether a request is being answered or a stream is open. */
  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  /** Whether a request is made by whoever has opened the session (basic/security_best_practices, "Session Hijacking"). */
  isOf({ identity }: Pick<Exchange, 'identity'>): boolean {
    return identity?.principal === this.#principal;
  }

  handle(exchange: Exchange): Promise<Response> {
    this.enter();
    exchange.onEnd(() => this.leave());
    return this.connection.handle(exchange);
  }

  /** Keeps the session while a request is answered, until it leaves. */
  enter(): void {
    this.#inUse += 1;
  }

  leave(): void {
    this.#inUse -= 1;
    if (this.#inUse > 0 || this.#hasEnded) return;
    // One timer for good: a session sees many requests, and making one costs more than the rest of this.
    if (this.#idle === undefined) this.#idle = background(setTimeout(() => this.#end(), this.#idleMs));
    else this.#idle.refresh();
  }

  /** Its last request may be over only later, and must not hold it any longer. */
  #release(): void {
    this.#hasEnded = true;
    clearTimeout(this.#idle);
  }

  #end(): void {
    if (this.#inUse === 0) void this.connection.close();
  }
}
