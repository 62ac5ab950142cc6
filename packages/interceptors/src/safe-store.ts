import { type Logger, SafeLogger } from '@cuecard/core';

/** The maximum time of an operation, in milliseconds: rendering a prompt again is faster than waiting for long. */
const REPLY_MS = 200;
/** How long the store is left alone after a failure, in milliseconds. */
const PAUSE_MS = 1_000;

/** A store of answers that several processes share: a Keyv 5, or an object with these three of its methods. */
export interface AnswerStore {
  /** Resolves to the stored answer; to `undefined` if there is none. */
  get(key: string): Promise<unknown>;
  /** @param ttlMs how long the answer may be kept, in milliseconds */
  set(key: string, answer: string, ttlMs: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

/** Never rejects: a store that fails has no answers. Logs one warning for each outage. */
export class SafeStore implements AnswerStore {
  readonly #store: AnswerStore;
  readonly #logger: SafeLogger;
  #pausedUntil = 0;
  #isOut = false;

  constructor(store: AnswerStore, logger: Logger) {
    this.#store = store;
    this.#logger = new SafeLogger(logger);
  }

  get(key: string): Promise<unknown> {
    return this.#send(() => this.#store.get(key));
  }

  /** Ends an outage if it succeeds. A store that can only be read would otherwise cause a warning every second. */
  async set(key: string, answer: string, ttlMs: number): Promise<void> {
    if (await this.#send(() => this.#store.set(key, answer, ttlMs).then(() => true))) this.#isOut = false;
  }

  delete(key: string): Promise<unknown> {
    return this.#send(() => this.#store.delete(key));
  }

  async #send(operation: () => Promise<unknown>): Promise<unknown> {
    if (performance.now() < this.#pausedUntil) return undefined;
    try {
      return await inTime(operation());
    } catch (error) {
      this.#pausedUntil = performance.now() + PAUSE_MS;
      if (!this.#isOut) this.#logger.warn('The store of cached answers fails: prompts are rendered again', error);
      this.#isOut = true;
      return undefined;
    }
  }
}

function inTime(operation: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No reply within ${REPLY_MS} ms`)), REPLY_MS);
    operation.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
