/** Up to this many are called at once. */
const AT_ONCE = 200;
/** How long the calls of the others take together at most, in milliseconds. */
const LONGEST_MS = 2_000;
/** The same for each of them, up to that. */
const EACH_MS = 1;
const TICK_MS = 10;

/**
 * Calls the listeners of a change: a few at once, many one after the other, for each client then asks for the list again.
 * A listener that still waits for its turn when more changes is called once for both.
 */
export class Turns<Who> {
  readonly #waiting = new Set<Who>();
  readonly #call: (who: Who) => void;
  #perTick = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(call: (who: Who) => void) {
    this.#call = call;
  }

  add(all: Iterable<Who>): void {
    for (const who of all) this.#waiting.add(who);
    const { size } = this.#waiting;
    const length = size > AT_ONCE ? Math.min(LONGEST_MS, size * EACH_MS) : 0;
    this.#perTick = Math.max(this.#perTick, length === 0 ? size : Math.ceil((size * TICK_MS) / length));
    if (this.#timer === undefined) this.#take();
  }

  delete(who: Who): void {
    this.#waiting.delete(who);
  }

  #take(): void {
    this.#timer = undefined;
    let left = this.#perTick;
    for (const who of this.#waiting) {
      if (left === 0) break; // One that is called may add others.
      left -= 1;
      this.#waiting.delete(who);
      this.#call(who);
    }
    if (this.#waiting.size === 0) this.#perTick = 0;
    else this.#timer = setTimeout(() => this.#take(), TICK_MS);
    this.#timer?.unref?.(); // A pending notification must not keep the process alive.
  }
}
