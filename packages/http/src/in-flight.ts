/** Counts what is under way, so that more than a limit can be refused, and a shutdown can wait for it. */
export class InFlight {
  readonly #waiting: (() => void)[] = [];
  readonly #max: number;
  #count = 0;

  /** @param max how much is to be under way at the same time */
  constructor(max = Infinity) {
    this.#max = max;
  }

  /** Whether nothing more should enter until something is done. */
  get isFull(): boolean {
    return this.room <= 0;
  }

  /** How much more may enter. */
  get room(): number {
    return this.#max - this.#count;
  }

  /** Counts some pieces of work; call the function given back once they are done. */
  enter(pieces = 1): () => void {
    this.#count += pieces;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#count -= pieces;
      if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
    };
  }

  /** Waits until nothing is under way. */
  async settled(): Promise<void> {
    // Again, for whoever leaves may enter elsewhere at once.
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
