import type { KindName } from '../errors.js';
import type { Logger } from '../logging/logger.js';
import { Turns } from '../turns.js';

/** How long changes are collected into one notification, in milliseconds. */
const COLLECT_MS = 50;

/** The definitions of one kind, as callers see them. */
interface View {
  /** Whether it has been listed. */
  readonly isListed: boolean;
}

interface ChangeOptions<Seen extends View> {
  readonly kind: KindName;
  /** Returns what callers see now. */
  now(): Seen;
  /** Whether callers see the same in both. */
  areAlike(one: Seen, other: Seen): boolean;
}

/** The listeners for list changes of one kind. */
export class ChangeListeners<Seen extends View> {
  readonly #listeners = new Set<() => void>();
  readonly #logger: () => Logger;
  readonly #options: ChangeOptions<Seen>;
  /** The view that all listeners have seen; `undefined` if they may have seen different ones. */
  #known: Seen | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;
  readonly #turns = new Turns<() => void>((listener) => void this.#call(listener));

  constructor(logger: () => Logger, options: ChangeOptions<Seen>) {
    this.#logger = logger;
    this.#options = options;
  }

  /** Returns a function that removes the listener. */
  add(listener: (kind: KindName) => void): () => void {
    if (this.#listeners.size === 0) this.#known = this.#options.now();
    const own = () => listener(this.#options.kind); // The same listener may be added twice.
    this.#listeners.add(own);
    return () => this.#remove(own);
  }

  /**
   * Schedules a notification, which is dropped if nothing visible has changed by then.
   * @param before what callers saw until now
   */
  changed(before: Seen): void {
    if (this.#listeners.size === 0) return;
    const isKnown =
      before === this.#known || !before.isListed || (this.#known && this.#options.areAlike(before, this.#known));
    if (!isKnown) this.#known = undefined; // A caller has seen a short-lived state.
    this.#schedule();
  }

  /** Schedules a notification for a change that comparing cannot show. */
  changedInPlace(): void {
    this.#known = undefined;
    if (this.#listeners.size > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#due !== undefined) return;
    this.#due = setTimeout(() => this.#tell(), COLLECT_MS);
    this.#due.unref?.(); // A pending notification must not keep the process alive. Outside Node a timer is a number.
  }

  #remove(listener: () => void): void {
    this.#listeners.delete(listener);
    this.#turns.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#known = undefined;
  }

  #tell(): void {
    this.#due = undefined;
    const [told, now] = [this.#known, this.#options.now()];
    this.#known = now;
    if (told !== undefined && this.#options.areAlike(now, told)) return;
    this.#logger().debug?.(`The ${this.#options.kind} list has changed: clients are notified`);
    this.#turns.add(this.#listeners);
  }

  /** A failing listener, synchronous or not, must not stop the others. */
  async #call(listener: () => unknown): Promise<void> {
    try {
      await listener();
    } catch (error) {
      this.#logger().error(`A listener for changes of the ${this.#options.kind} list failed`, error);
    }
  }
}
