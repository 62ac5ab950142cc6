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
    return this.#count >= this.#max;
  }

  /** Counts one piece of work; call the function given back once it is done. */
  enter(): () => void {
    this.#count += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#count -= 1;
      if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
    };
  }

  /** Waits until nothing is under way. */
  async settled(): Promise<void> {
    // Again, for whoever leaves may enter elsewhere at once.
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
