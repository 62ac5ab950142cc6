/** The maximum number of listeners to call at once. If there are more, they are called in batches. */
const MAX_AT_ONCE = 200;
/** The maximum time over which batches are spread, in milliseconds. */
const MAX_DURATION_MS = 2_000;
/** The time over which batches are spread grows by this amount per listener, up to `MAX_DURATION_MS`. */
const MS_PER_LISTENER = 1;
const INTERVAL_MS = 10;

/**
 * Calls the listeners for a change. A few are called at once, many in batches, because each call makes a client request
 * the list again. A listener that is still queued when the next change happens is called once for both changes.
 */
export class ListenerQueue<Listener> {
  readonly #queued = new Set<Listener>();
  readonly #call: (listener: Listener) => void;
  #batchSize = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(call: (listener: Listener) => void) {
    this.#call = call;
  }

  add(listeners: Iterable<Listener>): void {
    for (const listener of listeners) this.#queued.add(listener);
    const { size } = this.#queued;
    const duration = size > MAX_AT_ONCE ? Math.min(MAX_DURATION_MS, size * MS_PER_LISTENER) : 0;
    this.#batchSize = Math.max(this.#batchSize, duration === 0 ? size : Math.ceil((size * INTERVAL_MS) / duration));
    if (this.#timer === undefined) this.#callBatch();
  }

  delete(listener: Listener): void {
    this.#queued.delete(listener);
  }

  #callBatch(): void {
    this.#timer = undefined;
    let remaining = this.#batchSize;
    for (const listener of this.#queued) {
      if (remaining === 0) break; // A listener may queue more listeners.
      remaining -= 1;
      this.#queued.delete(listener);
      this.#call(listener);
    }
    if (this.#queued.size === 0) this.#batchSize = 0;
    else this.#timer = setTimeout(() => this.#callBatch(), INTERVAL_MS);
    this.#timer?.unref?.(); // A pending notification must not keep the process alive.
  }
}
