import { Shares } from './shares.js';

/** Counts the bytes that the server holds in memory for clients, such as bodies, unread responses and subscriptions. */
export class HeldBytes {
  readonly #max: number;
  readonly #shares: Shares;
  #bytes = 0;

  /**
   * @param max the maximum number of held bytes
   * @param share the fraction of `max` that one caller may use
   */
  constructor(max: number, share = 1) {
    this.#max = max;
    this.#shares = new Shares(max, share);
  }

  /** Whether the server holds the maximum number of bytes. */
  get isFull(): boolean {
    return this.#bytes >= this.#max;
  }

  /** Whether the share of this caller is used up. */
  isFullFor(caller: string): boolean {
    return this.isFull || this.#shares.room(caller) <= 0;
  }

  /** Whether more than half of all bytes, or of this caller's share, is used. */
  isHalfFullFor(caller: string): boolean {
    return this.#bytes > this.#max / 2 || this.#shares.isHalfUsed(caller);
  }

  /** The bytes held for a caller. */
  for(caller: string): CallerBudget {
    return new CallerBudget(this, caller);
  }

  /** @param bytes negative to subtract bytes */
  count(caller: string, bytes: number): void {
    this.#bytes += bytes;
    this.#shares.take(caller, bytes);
  }
}

/** The bytes held for one caller. */
export class CallerBudget {
  readonly #held: HeldBytes;
  readonly #caller: string;
  #bytes = 0;
  #hasEnded = false;

  constructor(held: HeldBytes, caller: string) {
    this.#held = held;
    this.#caller = caller;
  }

  isFull(): boolean {
    return this.#held.isFullFor(this.#caller);
  }

  /** Whether the holder should drop bytes that are not essential. */
  isHalfFull(): boolean {
    return this.#held.isHalfFullFor(this.#caller);
  }

  add(bytes: number): void {
    if (this.#hasEnded) return;
    this.#bytes += bytes;
    this.#held.count(this.#caller, bytes);
  }

  /** Subtracts bytes that a client has read or the server has dropped. */
  release(bytes: number): void {
    this.add(-bytes);
  }

  /** Subtracts all bytes, and stops counting. */
  end(): void {
    this.release(this.#bytes);
    this.#hasEnded = true;
  }
}
