/** Counts the bytes of answers that clients have not taken yet: all of them together are held in memory. */
export class HeldBytes {
  readonly #max: number;
  #bytes = 0;

  /** @param max how many bytes may be held */
  constructor(max: number) {
    this.#max = max;
  }

  /** Whether nothing more should be asked until clients have taken some. */
  get isFull(): boolean {
    return this.#bytes >= this.#max;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Takes note that some have been taken, or dropped. */
  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}
