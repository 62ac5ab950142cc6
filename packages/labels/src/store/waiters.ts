/** Those who wait for something to become true. */
export class Waiters {
  readonly #wakes = new Set<() => void>();
  #hasEnded = false;

  /** Resolves when something is true, or after a time; at once if it is, or if nothing changes any more. */
  async until(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
    const over = performance.now() + milliseconds;
    while (!isTrue() && !this.#hasEnded && performance.now() < over) await this.#change(over - performance.now());
    return isTrue();
  }

  /** Something has changed. */
  wake(): void {
    for (const wake of this.#wakes) wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.wake();
  }

  /** The process stays alive meanwhile. */
  #change(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wakes.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#wakes.add(done);
    });
  }
}
