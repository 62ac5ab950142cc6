import type { Catalogue } from './catalogue.js';
import { looksAlike } from './comparison.js';
import type { Logger } from '../logging/logger.js';

/** How long changes are collected into one notice, in milliseconds. */
const COLLECT_MS = 50;

/** Whoever wants to know that the list of prompts has changed. */
export class ChangeListeners {
  readonly #listeners = new Set<() => void>();
  readonly #logger: Logger;
  readonly #now: () => Catalogue;
  /** What the listeners know of; nothing when it is not sure that they all know the same. */
  #told: Catalogue | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;

  /** @param now gives what callers see now */
  constructor(logger: Logger, now: () => Catalogue) {
    this.#logger = logger;
    this.#now = now;
  }

  /** Returns the function that takes the listener away again. */
  add(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#told = this.#now();
    const own = () => listener(); // The same listener may be added twice.
    this.#listeners.add(own);
    return () => this.#remove(own);
  }

  /**
   * Tells the listeners soon, unless nothing that is seen has changed by then.
   * @param before what callers saw until now
   */
  changed(before: Catalogue): void {
    if (this.#listeners.size === 0) return;
    const isKnown = before === this.#told || !before.isListed || (this.#told && looksAlike(before, this.#told));
    if (!isKnown) this.#told = undefined; // Somebody has seen what was there for a moment.
    if (this.#due !== undefined) return;
    this.#due = setTimeout(() => this.#tell(), COLLECT_MS);
    this.#due.unref?.(); // A notice keeps no process alive; elsewhere than in Node a timer is a number.
  }

  #remove(listener: () => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#told = undefined;
  }

  #tell(): void {
    this.#due = undefined;
    const [told, now] = [this.#told, this.#now()];
    this.#told = now;
    if (told !== undefined && looksAlike(now, told)) return;
    const listeners = [...this.#listeners]; // A listener that adds another must not make this endless.
    for (const listener of listeners) if (this.#listeners.has(listener)) void this.#call(listener);
  }

  /** A listener that fails, at once or later, keeps it from nobody. */
  async #call(listener: () => unknown): Promise<void> {
    try {
      await listener();
    } catch (error) {
      this.#logger.error('A listener for changes of the prompt list failed', error);
    }
  }
}
