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
    return {
      isFull: () => this.isFullFor(caller),
      add: (bytes) => this.#count(caller, bytes),
      release: (bytes) => this.#count(caller, -bytes),
    };
  }

  #count(caller: string, bytes: number): void {
    this.#bytes += bytes;
    this.#shares.take(caller, bytes);
  }
}

/** What is held for one caller. */
export interface Holding {
  isFull(): boolean;
  add(bytes: number): void;
  /** Takes note that some have been taken, or dropped. */
  release(bytes: number): void;
}
