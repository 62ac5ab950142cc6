import { carrierOf } from './caller.js';
import { SHUTTING_DOWN, TOO_MANY_REQUESTS } from './endpoint-refusals.js';
import { Entrance, type Place } from './entrance.js';
import type { Exchange } from './exchange.js';
import type { Slot } from '../shared/in-flight.js';
import { inTime } from '../shared/in-time.js';
import { ANY_SIZE, ANY_TIME, limit } from '../shared/limit.js';
import { bodyOf } from './parsed-body.js';
import type { Refusal } from '../jsonrpc/refusal.js';

export interface DoorOptions {
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

/** The way into an endpoint, which can be closed behind those who are inside. */
export class Door {
  readonly #entrance: Entrance;
  /** For what comes once it is closed, and may end what is in flight: nobody waits for it, or it might never be over. */
  readonly #hatch: Entrance;
  readonly #drainMs: number;
  #isClosed = false;

  /** @throws {RangeError} for limits that are none */
  constructor({ maxRequests = 1_000, drainMs = 10_000 }: DoorOptions) {
    const max = limit('maxRequests', maxRequests, ANY_SIZE);
    this.#entrance = new Entrance(max);
    this.#hatch = new Entrance(0, max);
    this.#drainMs = limit('drainMs', drainMs, { ...ANY_TIME, least: 0 });
  }

  /** Whether there is room for a request. */
  get isOpen(): boolean {
    return !this.#isClosed && !this.#entrance.isFull;
  }

  /** Why there is no room. */
  get refusal(): Refusal {
    return this.#isClosed ? SHUTTING_DOWN : TOO_MANY_REQUESTS;
  }

  /** Takes a place for one request that is not read here. */
  enter(): Slot | undefined {
    return this.#isClosed ? undefined : this.#entrance.enter();
  }

  /** Counts work that goes on after its request as one of those under way, until it ends. */
  hold(work: Promise<unknown>): void {
    this.#entrance.hold(work);
  }

  /** Takes a place for an HTTP request, until it is over; gives nothing where there is no room. */
  take(exchange: Exchange): Place | undefined {
    const isIn = !this.#isClosed || hasEntered(exchange.request);
    return (isIn ? this.#entrance : this.#hatch).take(exchange);
  }

  /** Lets no more requests in, and waits for those that are, but no longer than `drainMs`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await inTime(this.#entrance.settled(), this.#drainMs, undefined);
  }
}

/** Whether the lane hands it over: it has read only what it had let in. */
function hasEntered(request: Request): boolean {
  const incoming = carrierOf(request)?.incoming;
  return incoming !== undefined && bodyOf(incoming) !== undefined;
}
