import type { Monitor } from '@cuecard/core';

/** The maximum time of an operation, in milliseconds. Rendering a prompt again is faster than a long wait. */
const REPLY_MS = 200;
/** The time without calls to the store after a failure, in milliseconds. */
const PAUSE_MS = 1_000;

/** A store of results that several processes share: a Keyv 5 instance, or an object with these three Keyv methods. */
export interface CacheStore {
  /** Resolves to the stored result, or to `undefined` if there is none. */
  get(key: string): Promise<unknown>;
  /** @param ttlMs the lifetime of the result, in milliseconds */
  set(key: string, answer: string, ttlMs: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

/** Wraps a store so that it never rejects. A store that fails counts as empty. */
export class SafeStore {
  readonly #store: CacheStore;
  #pausedUntil = 0;

  constructor(store: CacheStore) {
    this.#store = store;
  }

  get(key: string, monitor: Monitor): Promise<unknown> {
    return this.#send(monitor, () => this.#store.get(key));
  }

  /**
   * Stores a result. If that succeeds, reports that the store works again. A successful read does not report this,
   * because writes may still fail.
   */
  async set(key: string, answer: string, { ttlMs, monitor }: { ttlMs: number; monitor: Monitor }): Promise<void> {
    const isStored = await this.#send(monitor, () => this.#store.set(key, answer, ttlMs).then(() => true));
    if (isStored) monitor.succeeded(CACHE);
  }

  delete(key: string, monitor: Monitor): Promise<unknown> {
    return this.#send(monitor, () => this.#store.delete(key));
  }

  async #send(monitor: Monitor, operation: () => Promise<unknown>): Promise<unknown> {
    if (performance.now() < this.#pausedUntil) return undefined;
    try {
      return await withTimeout(operation());
    } catch (error) {
      this.#pausedUntil = performance.now() + PAUSE_MS;
      monitor.failed(CACHE, 'prompts are rendered again', error);
      return undefined;
    }
  }
}

const CACHE = 'cache';

function withTimeout(operation: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The store did not reply within ${REPLY_MS} ms`)), REPLY_MS);
    operation.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
