const EMPTY = Buffer.alloc(0);

/** Puts bytes together as they come. They are copied: a piece of one byte may keep alive all that it was cut from. */
export class GrowingBuffer {
  readonly #maxBytes: number;
  #bytes = EMPTY;
  #size = 0;

  constructor(maxBytes = Infinity) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Says whether there was room for it. */
  add(piece: Uint8Array): boolean {
    const size = this.#size + piece.length;
    if (size > this.#maxBytes) return false;
    if (size > this.#bytes.length) this.#grow(Math.min(Math.max(size, 2 * this.#size), this.#maxBytes));
    this.#bytes.set(piece, this.#size);
    this.#size = size;
    return true;
  }

  /** Gives all that has come, and begins anew. */
  take(): Buffer {
    const all = this.#bytes.subarray(0, this.#size);
    this.#bytes = EMPTY;
    this.#size = 0;
    return all;
  }

  #grow(capacity: number): void {
    const grown = Buffer.allocUnsafe(capacity); // Nobody is given what is beyond the size.
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
  }
}
