const EMPTY = Buffer.alloc(0);

/** Joins chunks of bytes. Copies them, because a chunk of one byte may keep its whole source buffer alive. */
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

  /** Appends a chunk; returns whether there was room for it. */
  add(piece: Uint8Array): boolean {
    const size = this.#size + piece.length;
    if (size > this.#maxBytes) return false;
    if (size > this.#bytes.length) this.#grow(Math.min(Math.max(size, 2 * this.#size), this.#maxBytes));
    this.#bytes.set(piece, this.#size);
    this.#size = size;
    return true;
  }

  /** Returns all bytes, and empties the buffer. */
  take(): Buffer {
    const all = this.#bytes.subarray(0, this.#size);
    this.#bytes = EMPTY;
    this.#size = 0;
    return all;
  }

  #grow(capacity: number): void {
    const grown = Buffer.allocUnsafe(capacity); // Bytes beyond the size are never read.
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
  }
}

/** Resolves to all bytes of a stream, or to `undefined` if there are more than `max`. */
export async function collectBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  max: number,
): Promise<Uint8Array | undefined> {
  const bytes = new GrowingBuffer(max);
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (!bytes.add(next.value)) return undefined;
  }
  return bytes.take();
}
