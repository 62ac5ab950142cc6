import { randomUUID } from 'node:crypto';
import type { Connection, Open } from './connection.js';
import type { Exchange } from '../edge/exchange.js';
import { ANY_SIZE, ANY_TIME, limit } from '../shared/limit.js';
import { callerOf, shareIn, type ShareOptions, Shares } from '../edge/shares.js';
import { Session } from './session.js';

export interface SessionLimits extends ShareOptions {
  /**
   * The maximum number of open sessions. Above it, the least recently used one is ended, and its client opens another.
   * For none use `sessions: false`; `Infinity` removes the limit.
   * @default 1000
   */
  readonly maxSessions?: number;
  /**
   * How long an idle session is kept, in milliseconds, up to 24 days.
   * @default 1800000, half an hour
   */
  readonly sessionIdleMs?: number;
}

/** The sessions of one HTTP endpoint (basic/transports, "Session Management"). */
export class Sessions {
  readonly #open: Open;
  readonly #max: number;
  readonly #idleMs: number;
  readonly #shares: Shares;
  /** By id; the least recently used comes first. */
  readonly #sessions = new Map<string, Session>();
  #opening = 0;

  /** @throws {RangeError} if a limit is invalid */
  constructor(open: Open, options: SessionLimits) {
    const { maxSessions = 1_000, sessionIdleMs = 30 * 60_000 } = options;
    this.#open = open;
    this.#max = limit('maxSessions', maxSessions, ANY_SIZE);
    this.#shares = new Shares(this.#max, shareIn(options));
    this.#idleMs = limit('sessionIdleMs', sessionIdleMs, ANY_TIME);
  }

  /** Answers within a session; returns nothing if the caller has no session of this id. */
  handle(id: string, exchange: Exchange): Promise<Response> | undefined {
    return this.find(id, exchange)?.handle(exchange);
  }

  /** Returns a session and marks it as used; nothing if the caller has no session of this id. */
  find(id: string, asker: Pick<Exchange, 'identity'>): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || !session.isOf(asker)) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  /**
   * Opens a session for an `initialize` request; returns nothing if all sessions are in use. A caller whose share is
   * used up loses its own least recently used session.
   */
  async open(exchange: Exchange): Promise<Response | undefined> {
    const caller = callerOf(exchange);
    while (this.#shares.room(caller) <= 0) if (!this.#endOldest(caller)) return undefined;
    while (this.#sessions.size + this.#opening >= this.#max) if (!this.#endOldest()) return undefined;
    this.#opening += 1;
    this.#shares.take(caller, 1); // Until the session is stored and counts itself.
    try {
      return await this.#introduce(exchange, await this.#open(randomUUID));
    } finally {
      this.#opening -= 1;
      this.#shares.take(caller, -1);
    }
  }

  /** Withdraws all questions to users. */
  endQuestions(): void {
    for (const { connection } of this.#sessions.values()) connection.endQuestions();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ connection }) => connection.close()));
  }

  async #introduce(exchange: Exchange, connection: Connection): Promise<Response> {
    const session = new Session(connection, {
      caller: callerOf(exchange),
      principal: exchange.identity?.principal,
      idleMs: this.#idleMs,
    });
    const response = await session.handle(exchange);
    if (connection.sessionId === undefined) await connection.close(); // `initialize` was refused.
    else this.#keep(connection.sessionId, session);
    return response;
  }

  #keep(id: string, session: Session): void {
    this.#sessions.set(id, session);
    this.#shares.take(session.caller, 1);
    void session.connection.closed.then(() => this.#forget(id, session));
  }

  #forget(id: string, session: Session): void {
    if (this.#sessions.delete(id)) this.#shares.take(session.caller, -1);
  }

  /** @param caller the owner of the session to end; by default any */
  #endOldest(caller?: string): boolean {
    for (const [id, session] of this.#sessions) {
      if (session.isInUse || (caller !== undefined && session.caller !== caller)) continue;
      this.#forget(id, session);
      void session.connection.close();
      return true;
    }
    return false;
  }
}
