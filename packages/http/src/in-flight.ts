/** Counts what is under way, so that a shutdown can wait for it. */
export class InFlight {
  readonly #waiting: (() => void)[] = [];
  #count = 0;

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
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
