import { isRequest, messagesIn } from '../jsonrpc/message.js';
import type { Refusal } from '../jsonrpc/answer.js';
import { InFlight } from '../shared/in-flight.js';
import { withTimeout } from '../shared/timers.js';
import { ANY_SIZE, ANY_TIME, limit } from '../shared/limit.js';
import { SHUTTING_DOWN, TOO_MANY_BYTES, TOO_MANY_OF_CALLER, TOO_MANY_REQUESTS } from './refusals.js';
import type { Exchange } from './exchange.js';
import type { HeldBytes } from './held-bytes.js';
import { callerOf, shareIn, type ShareOptions, Shares } from './shares.js';

export interface AdmissionOptions extends ShareOptions {
  /**
   * The maximum number of concurrent requests, counting each of a batch. Further ones are refused with 503, before
   * callers are identified. A request counts until its work has ended, even if its client has left or its time is up;
   * it does not count while it waits for a user. As many further session requests are read first, because answers of
   * users and cancellations are accepted even then. Streams that clients hold open do not count: `maxSessions` limits
   * them. `Infinity` removes the limit.
   * @default 1000
   */
  readonly maxRequests?: number;
  /**
   * How long `close` waits for requests in flight, in milliseconds, up to 24 days; 0 does not wait.
   * @default 10000
   */
  readonly drainTimeoutMs?: number;
}

/** Admits requests and counts those in progress. */
export class Admission {
  readonly #held: HeldBytes;
  readonly #asked: InFlight;
  /** Session requests that arrived while there was no room: they may be answers of users and cancellations. */
  readonly #late: InFlight;
  /** The same after closing: not waited for, because closing might never end. */
  readonly #hatch: InFlight;
  readonly #shares: Shares;
  readonly #drainTimeoutMs: number;
  #isClosed = false;
  #isOver = false;

  /** @throws {RangeError} for invalid limits */
  constructor(options: AdmissionOptions, held: HeldBytes) {
    const { maxRequests = 1_000, drainTimeoutMs = 10_000 } = options;
    const max = limit('maxRequests', maxRequests, ANY_SIZE);
    this.#held = held;
    this.#asked = new InFlight(max);
    this.#late = new InFlight(max);
    this.#hatch = new InFlight(max);
    this.#shares = new Shares(max, shareIn(options));
    this.#drainTimeoutMs = limit('drainTimeoutMs', drainTimeoutMs, { ...ANY_TIME, least: 0 });
  }

  /** Whether there is room for a request. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.#asked.isFull && !this.#held.isFull;
  }

  get #refusal(): Refusal {
    if (this.#isClosed) return SHUTTING_DOWN;
    return this.#held.isFull ? TOO_MANY_BYTES : TOO_MANY_REQUESTS;
  }

  /** Takes a slot for a request; returns the refusal if there is none. */
  take(exchange: Pick<Exchange, 'head' | 'place'>): Refusal | undefined {
    const isLate = !this.isOpen;
    const counted = isLate ? this.#latecomers : this.#asked;
    if (counted.isFull || (isLate && exchange.head.sessionId === undefined)) return this.#refusal;
    exchange.place = { slot: counted.enter(), isLate };
    return undefined;
  }

  get #latecomers(): InFlight {
    return this.#isClosed ? this.#hatch : this.#late;
  }

  /** Counts a request for its caller; returns the refusal if the caller's share is used up. */
  charge(exchange: Exchange): Refusal | undefined {
    const { place } = exchange;
    if (place === undefined || place.isLate) return undefined;
    const caller = callerOf(exchange);
    if (this.#held.isFullFor(caller)) {
      if (exchange.head.sessionId === undefined) return TOO_MANY_BYTES;
      exchange.place = { ...place, isLate: true }; // It may end what the caller has begun.
    }
    if (this.#shares.room(caller) <= 0) return TOO_MANY_OF_CALLER;
    place.slot.charge(this.#shares, caller);
    return undefined;
  }

  /** Counts the bytes of a message; returns the refusal if the share of its caller is used up by now. */
  keep(exchange: Exchange, bytes: number): Refusal | undefined {
    const isAsked = exchange.place?.isLate === false && messagesIn(exchange.message).some(isRequest);
    if (isAsked && this.#held.isFullFor(callerOf(exchange))) return TOO_MANY_BYTES;
    exchange.keep(bytes);
    return undefined;
  }

  /** Returns the refusal if there is no room for a stream, or for the body. Each request of a batch takes a slot. */
  grow(exchange: Exchange): Refusal | undefined {
    if (this.#isOver) return SHUTTING_DOWN; // Nothing would end what it begins.
    const { place, method } = exchange;
    if (method === 'GET' && this.#held.isFullFor(callerOf(exchange))) return this.#lateRefusal(exchange);
    const requests = messagesIn(exchange.message).filter(isRequest);
    if (place?.isLate === true) return requests.some(startsWork) ? this.#lateRefusal(exchange) : undefined;
    return requests.length > 1 ? this.#growBy(requests.length - 1, exchange) : undefined;
  }

  #growBy(more: number, exchange: Exchange): Refusal | undefined {
    if (more > this.#asked.room) return this.#refusal;
    if (more > this.#shares.room(callerOf(exchange))) return TOO_MANY_OF_CALLER;
    exchange.place?.slot.grow(more);
    return undefined;
  }

  #lateRefusal(exchange: Exchange): Refusal {
    return !this.#isClosed && this.#held.isFullFor(callerOf(exchange)) ? TOO_MANY_BYTES : this.#refusal;
  }

  /** Admits no further requests, and waits for those in progress, but no longer than `drainTimeoutMs`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await withTimeout(Promise.all([this.#asked.settled(), this.#late.settled()]), this.#drainTimeoutMs, undefined);
    this.#isOver = true;
  }
}

/** Whether a request does more than to end what the server keeps for its caller. */
function startsWork({ method }: { readonly method: string }): boolean {
  return method !== 'resources/unsubscribe';
}
