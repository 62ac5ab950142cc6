import { Shares } from './shares.js';

/** Counts the bytes that are held in memory for clients: of bodies that arrive, and of answers that they have not taken. */
export class HeldBytes {
  readonly #max: number;
  readonly #shares: Shares;
  #bytes = 0;

  /**
   * @param max how many bytes may be held
   * @param share how much of that may be held for one caller
   */
  constructor(max: number, share = 1) {
    this.#max = max;
    this.#shares = new Shares(max, share);
  }

  /** Whether nothing more should be asked until clients have taken some. */
  get isFull(): boolean {
    return this.#bytes >= this.#max;
  }

  /** Whether this caller should ask nothing more. */
  isFullFor(caller: string): boolean {
    return this.isFull || this.#shares.room(caller) <= 0;
  }

  /** What is held for a caller. */
  for(caller: string): Holding {
    return new Holding(this, caller);
  }

  /** @param bytes less than nothing for those that have been taken, or dropped */
  count(caller: string, bytes: number): void {
    this.#bytes += bytes;
    this.#shares.take(caller, bytes);
  }
}

/** What is held for one caller. */
export class Holding {
  readonly #held: HeldBytes;
  readonly #caller: string;

  constructor(held: HeldBytes, caller: string) {
    this.#held = held;
    this.#caller = caller;
  }

  isFull(): boolean {
    return this.#held.isFullFor(this.#caller);
  }

  add(bytes: number): void {
    this.#held.count(this.#caller, bytes);
  }

  /** Takes note that some have been taken, or dropped. */
  release(bytes: number): void {
    this.#held.count(this.#caller, -bytes);
  }
}
