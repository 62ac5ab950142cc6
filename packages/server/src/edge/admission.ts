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
   * The maximum number of concurrent requests, counting each request in a batch. Requests above the limit are rejected
   * with 503, before their callers are identified. A request counts until its work has ended, even if its client has
   * disconnected or it has timed out. It does not count while it waits for a user. Above the limit, the same number of
   * session requests are still read, because they may contain users' answers or cancellations. Open streams do not
   * count: `maxSessions` limits them. `Infinity` removes the limit.
   * @default 1000
   */
  readonly maxRequests?: number;
  /**
   * How long `close` waits for pending requests, in milliseconds, up to 24 days; 0 does not wait.
   * @default 10000
   */
  readonly drainTimeoutMs?: number;
}

/** Admits requests and counts pending ones. */
export class Admission {
  readonly #held: HeldBytes;
  readonly #inFlight: InFlight;
  /** Session requests above the limit, which may contain users' answers or cancellations. */
  readonly #late: InFlight;
  /** Session requests after `close`, which does not wait for them. */
  readonly #afterClose: InFlight;
  readonly #shares: Shares;
  readonly #drainTimeoutMs: number;
  #isClosed = false;
  #isOver = false;

  /** @throws {RangeError} for invalid limits */
  constructor(options: AdmissionOptions, held: HeldBytes) {
    const { maxRequests = 1_000, drainTimeoutMs = 10_000 } = options;
    const max = limit('maxRequests', maxRequests, ANY_SIZE);
    this.#held = held;
    this.#inFlight = new InFlight(max);
    this.#late = new InFlight(max);
    this.#afterClose = new InFlight(max);
    this.#shares = new Shares(max, shareIn(options));
    this.#drainTimeoutMs = limit('drainTimeoutMs', drainTimeoutMs, { ...ANY_TIME, min: 0 });
  }

  /** Whether there is room for a request. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.#inFlight.isFull && !this.#held.isFull;
  }

  get #refusal(): Refusal {
    if (this.#isClosed) return SHUTTING_DOWN;
    return this.#held.isFull ? TOO_MANY_BYTES : TOO_MANY_REQUESTS;
  }

  /** Takes a slot for a request, or returns the refusal if all slots are taken. */
  take(exchange: Pick<Exchange, 'head' | 'admission'>): Refusal | undefined {
    const isLate = !this.isOpen;
    const counted = isLate ? this.#lateInFlight : this.#inFlight;
    if (counted.isFull || (isLate && exchange.head.sessionId === undefined)) return this.#refusal;
    exchange.admission = { slot: counted.enter(), isLate };
    return undefined;
  }

  get #lateInFlight(): InFlight {
    return this.#isClosed ? this.#afterClose : this.#late;
  }

  /** Counts a request for its caller, or returns the refusal if the caller's share is used up. */
  charge(exchange: Exchange): Refusal | undefined {
    const { admission: place } = exchange;
    if (place === undefined || place.isLate) return undefined;
    const caller = callerOf(exchange);
    if (this.#held.isFullFor(caller)) {
      if (exchange.head.sessionId === undefined) return TOO_MANY_BYTES;
      exchange.admission = { ...place, isLate: true }; // This request may end other work of the caller.
    }
    if (this.#shares.room(caller) <= 0) return TOO_MANY_OF_CALLER;
    place.slot.charge(this.#shares, caller);
    return undefined;
  }

  /** Counts the bytes of a message, or returns the refusal if its caller's share is used up. */
  keep(exchange: Exchange, bytes: number): Refusal | undefined {
    const isCounted = exchange.admission?.isLate === false && messagesIn(exchange.message).some(isRequest);
    if (isCounted && this.#held.isFullFor(callerOf(exchange))) return TOO_MANY_BYTES;
    exchange.keepBytes(bytes);
    return undefined;
  }

  /**
   * Takes a slot for each request in a batch, or returns the refusal if there is no room for all of these requests or
   * for a stream.
   */
  grow(exchange: Exchange): Refusal | undefined {
    if (this.#isOver) return SHUTTING_DOWN; // Rejects work that could never be cancelled.
    const { admission: place, method } = exchange;
    if (method === 'GET' && this.#held.isFullFor(callerOf(exchange))) return this.#lateRefusal(exchange);
    const requests = messagesIn(exchange.message).filter(isRequest);
    if (place?.isLate === true) return requests.some(startsWork) ? this.#lateRefusal(exchange) : undefined;
    return requests.length > 1 ? this.#growBy(requests.length - 1, exchange) : undefined;
  }

  #growBy(more: number, exchange: Exchange): Refusal | undefined {
    if (more > this.#inFlight.room) return this.#refusal;
    if (more > this.#shares.room(callerOf(exchange))) return TOO_MANY_OF_CALLER;
    exchange.admission?.slot.grow(more);
    return undefined;
  }

  #lateRefusal(exchange: Exchange): Refusal {
    return !this.#isClosed && this.#held.isFullFor(callerOf(exchange)) ? TOO_MANY_BYTES : this.#refusal;
  }

  /** Stops admitting requests, and waits at most `drainTimeoutMs` for pending ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await withTimeout(
      Promise.all([this.#inFlight.untilIdle(), this.#late.untilIdle()]),
      this.#drainTimeoutMs,
      undefined,
    );
    this.#isOver = true;
  }
}

/** Whether a request does more than end a subscription. */
function startsWork({ method }: { readonly method: string }): boolean {
  return method !== 'resources/unsubscribe';
}
