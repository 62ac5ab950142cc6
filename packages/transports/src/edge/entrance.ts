import type { Exchange } from './exchange.js';
import { InFlight, type Slot } from '../shared/in-flight.js';
import { isRequest, messagesIn } from '../jsonrpc/message.js';

/** A place among what is under way. */
export interface Place {
  /** Gives it back, at the latest when the exchange is over. */
  readonly leave: () => void;
  /** Whether what the body turns out to hold may be asked, which takes a place for each request of a batch. */
  holds(body: unknown): boolean;
}

/** Counts the requests that are under way; what ends some is let in even when there is no room for more. */
export class Entrance {
  readonly #asked: InFlight;
  /** What has come for sessions while there was no room: people's answers wait in there, and cancellations. */
  readonly #late: InFlight;

  /**
   * @param max how many requests there may be
   * @param maxLate how many may come for sessions while there is no room
   */
  constructor(max: number, maxLate = max) {
    this.#asked = new InFlight(max);
    this.#late = new InFlight(maxLate);
  }

  get isFull(): boolean {
    return this.#asked.isFull;
  }

  /** Takes a place for one request that is not read here. */
  enter(): Slot | undefined {
    return this.#asked.isFull ? undefined : this.#asked.enter();
  }

  /** Counts work that goes on after its request as one of those under way, until it ends. */
  hold(work: Promise<unknown>): void {
    void this.#asked.hold(work);
  }

  /** Takes a place for an HTTP request, until it is over; gives nothing where there is no room. */
  take(exchange: Exchange): Place | undefined {
    const isLate = this.#asked.isFull;
    if (isLate && !exchange.request.headers.has('mcp-session-id')) return undefined;
    const counted = isLate ? this.#late : this.#asked;
    if (counted.isFull) return undefined;
    const slot = counted.enter();
    exchange.occupy(slot);
    const holds = (body: unknown) => {
      const more = messagesIn(body).filter(isRequest).length - (isLate ? 0 : 1);
      if (more <= 0) return true;
      if (isLate || more > this.#asked.room) return false;
      slot.grow(more);
      return true;
    };
    return { leave: () => slot.leave(), holds };
  }

  async settled(): Promise<void> {
    await Promise.all([this.#asked.settled(), this.#late.settled()]);
  }
}
