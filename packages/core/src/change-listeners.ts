import type { PromptLogger } from './logger.js';

/** Whoever wants to know that the list of prompts has changed. */
export class ChangeListeners {
  readonly #listeners = new Set<() => void>();
  readonly #logger: PromptLogger;

  constructor(logger: PromptLogger) {
    this.#logger = logger;
  }

  /** Returns the function that takes the listener away again. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls every listener; one that fails keeps it from nobody. */
  tell(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#logger.error('A listener for changes of the prompt list failed', error);
      }
    }
  }
}
