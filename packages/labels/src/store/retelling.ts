/** All instances tell their clients again within this time, not at once. */
const SPREAD_MS = 2_000;

/** Tells clients again that may have listed the labels of an instance that was late. */
export class Retelling {
  readonly #tell: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  /** Many may be late at once: one notice does for all that were until then. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, Math.random() * SPREAD_MS);
    this.#timer.unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
