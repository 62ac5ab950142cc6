import type { Connection } from './connection.js';
import { background } from '../shared/timers.js';
import { type Answer, isOpenStream } from '../jsonrpc/answer.js';
import type { Exchange } from '../edge/exchange.js';

interface SessionOptions {
  readonly caller: string;
  readonly principal: string | undefined;
  readonly idleMs: number;
}

/** A connection that outlives its requests, and ends when it is idle for a while. */
export class Session {
  readonly connection: Connection;
  /** The key under which the session counts. */
  readonly caller: string;
  /** The verified caller that opened it. */
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

  /** Whether a request is pending or a stream is open. */
  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  /** Whether the caller of a request opened the session (basic/security_best_practices, "Session Hijacking"). */
  belongsTo({ identity }: Pick<Exchange, 'identity'>): boolean {
    return identity?.principal === this.#principal;
  }

  async handle(exchange: Exchange): Promise<Answer> {
    this.enter();
    const answer = await this.connection.handle(exchange);
    if (isOpenStream(answer)) exchange.onEnd(() => this.leave());
    else this.leave();
    return answer;
  }

  /** Keeps the session alive while a request is answered. */
  enter(): void {
    this.#inUse += 1;
  }

  leave(): void {
    this.#inUse -= 1;
    if (this.#inUse > 0 || this.#hasEnded) return;
    // Uses one timer for all requests, because creating one for each costs more than the rest of this method.
    if (this.#idle === undefined) this.#idle = background(setTimeout(() => this.#end(), this.#idleMs));
    else this.#idle.refresh();
  }

  /** Stops the idle timer. The last request may end after the session, and must not start the timer again. */
  #release(): void {
    this.#hasEnded = true;
    clearTimeout(this.#idle);
  }

  #end(): void {
    if (this.#inUse === 0) this.connection.close();
  }
}
