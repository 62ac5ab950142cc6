import { randomUUID } from 'node:crypto';
import type { Monitor } from '@cuecard/core';
import type { Connection, Open } from './connection.js';
import type { Exchange } from '../edge/exchange.js';
import { NO_SESSION, TOO_MANY_REQUESTS, TOO_MANY_SESSIONS } from '../edge/refusals.js';
import type { Refusal, Answer } from '../jsonrpc/answer.js';
import type { Message } from '../jsonrpc/message.js';
import { ANY_SIZE, ANY_TIME, limit } from '../shared/limit.js';
import { callerOf, shareIn, type ShareOptions, Shares } from '../edge/shares.js';
import type { ResumableIds } from './resumable-ids.js';
import { Session } from './session.js';

export interface SessionLimits extends ShareOptions {
  /**
   * The maximum number of open sessions. Above it, the least recently used session ends, and its client opens a new
   * one. `sessions: false` disables sessions; `Infinity` removes the limit.
   * @default 1000
   */
  readonly maxSessions?: number;
  /**
   * The time before an idle session ends, in milliseconds, up to 24 days.
   * @default 1800000, half an hour
   */
  readonly sessionIdleTimeoutMs?: number;
  /**
   * The time after a session's start during which it may be restored, in milliseconds, up to a day. Applies to
   * `sessions: 'resumable'`, but not to a session that the process still has.
   * @default 86400000, a day, because clients up to 2025-11-25 rarely open another session by themselves
   */
  readonly sessionTtlMs?: number;
}

interface SessionsOptions {
  readonly open: Open;
  /** `undefined` if no session can be restored. */
  readonly ids: ResumableIds | undefined;
  readonly monitor: Pick<Monitor, 'count' | 'exceeded'>;
}

/** The sessions of one HTTP endpoint (basic/transports, "Session Management"). */
export class Sessions {
  readonly #open: Open;
  readonly #ids: ResumableIds | undefined;
  readonly #monitor: Pick<Monitor, 'count' | 'exceeded'>;
  readonly #max: number;
  readonly #idleMs: number;
  readonly #shares: Shares;
  /** The open sessions by id, the least recently used first. */
  readonly #sessions = new Map<string, Session>();
  /** The sessions that are being restored, by id. */
  readonly #restoring = new Map<string, Promise<boolean>>();
  #opening = 0;

  /** @throws {RangeError} if a limit is invalid */
  constructor({ open, ids, monitor }: SessionsOptions, options: SessionLimits) {
    const { maxSessions = 1_000, sessionIdleTimeoutMs = 30 * 60_000 } = options;
    this.#open = open;
    this.#ids = ids;
    this.#monitor = monitor;
    this.#max = limit('maxSessions', maxSessions, ANY_SIZE);
    this.#shares = new Shares(this.#max, shareIn(options));
    this.#idleMs = limit('sessionIdleTimeoutMs', sessionIdleTimeoutMs, ANY_TIME);
  }

  /**
   * Answers a request within a session, and restores the session if possible. Rejects a caller that has no session with
   * this id.
   */
  async handle(id: string, exchange: Exchange): Promise<Answer> {
    const known = this.find(id, exchange);
    if (known !== undefined) return known.handle(exchange);
    const refusal = await this.#restore(id, exchange);
    if (refusal !== undefined) return refusal;
    return this.find(id, exchange)?.handle(exchange) ?? TOO_MANY_SESSIONS; // The session has already ended.
  }

  /** Returns the session of this id and marks it as used, if it belongs to the caller. */
  find(id: string, caller: Pick<Exchange, 'identity'>): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || !session.belongsTo(caller)) return undefined;
    session.connection.identity = caller.identity;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  /** Opens a session for an `initialize` request. Rejects it if all sessions are in use. */
  async open(exchange: Exchange): Promise<Answer> {
    const sessionIdOf = (initialize: Message) =>
      this.#ids?.create(initialize, exchange.identity?.principal) ?? randomUUID();
    const opening = this.#withinCapacity(exchange, async () => {
      const holding = exchange.createHolding();
      return this.#initialize(exchange, this.#open({ sessionIdOf, holding }));
    });
    return (await opening) ?? TOO_MANY_SESSIONS;
  }

  /** Withdraws all elicitations. */
  endQuestions(): void {
    for (const { connection } of this.#sessions.values()) connection.endQuestions();
  }

  close(): void {
    for (const { connection } of this.#sessions.values()) connection.close();
  }

  /** Restores a session from its id, once for all concurrent requests; otherwise returns the refusal. */
  async #restore(id: string, exchange: Exchange): Promise<Refusal | undefined> {
    const initialize = this.#ids?.read(id, exchange.identity?.principal);
    if (initialize === undefined) {
      this.#monitor.count('rejectedIds', 1, { 'cuecard.id': 'session' });
      return NO_SESSION;
    }
    // A request above the limit may only end pending requests.
    if (exchange.admission?.isLate === true) return TOO_MANY_REQUESTS;
    const restoring = this.#restoring.get(id) ?? this.#reopen(id, initialize, exchange);
    return (await restoring) ? undefined : TOO_MANY_SESSIONS;
  }

  /** Opens a session again. Resolves to whether there was room. */
  #reopen(id: string, initialize: Message, exchange: Exchange): Promise<boolean> {
    const reopening = this.#withinCapacity(exchange, async () => {
      const connection = this.#open({ sessionIdOf: () => id, holding: exchange.createHolding() });
      connection.restore(initialize);
      this.#keep(id, this.#sessionOf(connection, exchange));
      return true;
    });
    const restoring = reopening.then((isOpen = false) => isOpen).finally(() => this.#restoring.delete(id));
    this.#restoring.set(id, restoring);
    return restoring;
  }

  /**
   * Opens a session and counts it at once. Resolves to `undefined` if all sessions are in use. A caller whose share is
   * used up loses its own least recently used session.
   */
  async #withinCapacity<T>(exchange: Exchange, open: () => Promise<T>): Promise<T | undefined> {
    const caller = callerOf(exchange);
    while (this.#shares.room(caller) <= 0) if (!this.#endOldest(caller)) return undefined;
    while (this.#sessions.size + this.#opening >= this.#max) if (!this.#endOldest()) return undefined;
    this.#opening += 1;
    this.#shares.take(caller, 1); // Counts until the session is stored and counts itself.
    try {
      return await open();
    } finally {
      this.#opening -= 1;
      this.#shares.take(caller, -1);
    }
  }

  #sessionOf(connection: Connection, exchange: Exchange): Session {
    const principal = exchange.identity?.principal;
    connection.identity = exchange.identity;
    return new Session(connection, { caller: callerOf(exchange), principal, idleMs: this.#idleMs });
  }

  async #initialize(exchange: Exchange, connection: Connection): Promise<Answer> {
    const session = this.#sessionOf(connection, exchange);
    const response = await session.handle(exchange);
    if (connection.sessionId === undefined) connection.close(); // The server has rejected `initialize`.
    else this.#keep(connection.sessionId, session);
    return response;
  }

  #keep(id: string, session: Session): void {
    this.#sessions.set(id, session);
    this.#shares.take(session.caller, 1);
    this.#monitor.count('sessions');
    void session.connection.closed.then(() => this.#forget(id, session));
  }

  #forget(id: string, session: Session): void {
    if (this.#sessions.get(id) !== session) return; // The session has ended, and may have been restored since.
    this.#sessions.delete(id);
    this.#shares.take(session.caller, -1);
    this.#monitor.count('sessions', -1);
    if (session.connection.hasLeft) this.#ids?.end(id);
  }

  /** @param caller the owner of the session to end; by default, any owner */
  #endOldest(caller?: string): boolean {
    for (const [id, session] of this.#sessions) {
      if (session.isInUse || (caller !== undefined && session.caller !== caller)) continue;
      if (caller === undefined) this.#monitor.exceeded('maxSessions', 'the least recently used sessions are ended');
      else this.#monitor.exceeded('maxCallerShare', 'the least recently used sessions of the caller are ended');
      this.#forget(id, session);
      session.connection.close();
      return true;
    }
    return false;
  }
}
