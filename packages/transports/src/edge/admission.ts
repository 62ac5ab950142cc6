import { isRequest, messagesIn } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import { InFlight } from '../shared/in-flight.js';
import { inTime } from '../shared/in-time.js';
import { ANY_SIZE, ANY_TIME, limit } from '../shared/limit.js';
import { SHUTTING_DOWN, TOO_MANY_BYTES, TOO_MANY_OF_CALLER, TOO_MANY_REQUESTS } from './refusals.js';
import type { Exchange, Place } from './exchange.js';
import type { HeldBytes } from './held-bytes.js';
import { callerOf, shareIn, type ShareOptions, Shares } from './shares.js';

export interface AdmissionOptions extends ShareOptions {
  /**
   * How many requests may be worked on at the same time, each of a batch; beyond it they are refused with 503, before
   * anybody is asked on whose behalf they are made. A request counts until its work has ended, even if its client has left
   * or its time is up, and does not count while it waits for a person. As many again of sessions are read first, for what
   * people answer and clients cancel is taken even then. Streams that clients hold open do not count: `maxSessions` bounds
   * them. `Infinity` limits nobody.
   * @default 1000
   */
  readonly maxRequests?: number;
  /**
   * How long `close` waits for requests in flight, in milliseconds, up to 24 days; 0 for not at all.
   * @default 10000
   */
  readonly drainMs?: number;
}

/** Lets requests in, and counts those that are under way. */
export class Admission {
  readonly #held: HeldBytes;
  readonly #asked: InFlight;
  /** What has come for sessions while there was no room: people's answers wait in there, and cancellations. */
  readonly #late: InFlight;
  /** The same once it is closed: nobody waits for it, or it might never be over. */
  readonly #hatch: InFlight;
  readonly #shares: Shares;
  readonly #drainMs: number;
  #isClosed = false;
  #isOver = false;

  /** @throws {RangeError} for invalid limits */
  constructor(options: AdmissionOptions, held: HeldBytes) {
    const { maxRequests = 1_000, drainMs = 10_000 } = options;
    const max = limit('maxRequests', maxRequests, ANY_SIZE);
    this.#held = held;
    this.#asked = new InFlight(max);
    this.#late = new InFlight(max);
    this.#hatch = new InFlight(max);
    this.#shares = new Shares(max, shareIn(options));
    this.#drainMs = limit('drainMs', drainMs, { ...ANY_TIME, least: 0 });
  }

  /** Whether it has been closed, and what was under way then has ended or had its time. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether there is room for a request. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.#asked.isFull && !this.#held.isFull;
  }

  /** Why there is no room. */
  get refusal(): Refusal {
    if (this.#isClosed) return SHUTTING_DOWN;
    return this.#held.isFull ? TOO_MANY_BYTES : TOO_MANY_REQUESTS;
  }

  /** Takes a place for a request; returns nothing if there is no room. */
  take({ head }: Exchange): Place | undefined {
    const isLate = !this.isOpen;
    if (isLate && head.sessionId === undefined) return undefined;
    const counted = isLate ? this.#latecomers : this.#asked;
    return counted.isFull ? undefined : { slot: counted.enter(), isLate };
  }

  get #latecomers(): InFlight {
    return this.#isClosed ? this.#hatch : this.#late;
  }

  /** Counts a request for its caller; returns why it may not be asked. */
  charge(exchange: Exchange): Refusal | undefined {
    const { place } = exchange;
    if (place === undefined || place.isLate) return undefined;
    const caller = callerOf(exchange);
    if (this.#held.isFullFor(caller)) return TOO_MANY_BYTES;
    if (this.#shares.room(caller) <= 0) return TOO_MANY_OF_CALLER;
    place.slot.charge(this.#shares, caller);
    return undefined;
  }

  /** Returns why what the body turns out to hold may not be asked. Each request of a batch takes a place. */
  grow(exchange: Exchange): Refusal | undefined {
    const { place } = exchange;
    const isLate = place?.isLate === true;
    const more = messagesIn(exchange.message).filter(isRequest).length - (isLate ? 0 : 1);
    if (more <= 0) return undefined;
    if (isLate || more > this.#asked.room) return this.refusal;
    if (more > this.#shares.room(callerOf(exchange))) return TOO_MANY_OF_CALLER;
    place?.slot.grow(more);
    return undefined;
  }

  /** Lets no more requests in, and waits for those that are, but no longer than `drainMs`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await inTime(Promise.all([this.#asked.settled(), this.#late.settled()]), this.#drainMs, undefined);
    this.#isOver = true;
  }
}
