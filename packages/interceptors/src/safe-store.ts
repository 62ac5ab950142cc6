import type { Monitor } from '@cuecard/core';

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

/** Never rejects: a store that fails has no answers. */
export class SafeStore {
  readonly #store: AnswerStore;
  #pausedUntil = 0;

  constructor(store: AnswerStore) {
    this.#store = store;
  }

  get(key: string, monitor: Monitor): Promise<unknown> {
    return this.#send(monitor, () => this.#store.get(key));
  }

  /** Reports that the store works if it succeeds: one that can only be read does not. */
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
      return await inTime(operation());
    } catch (error) {
      this.#pausedUntil = performance.now() + PAUSE_MS;
      monitor.failed(CACHE, 'prompts are rendered again', error);
      return undefined;
    }
  }
}

const CACHE = 'cache';

function inTime(operation: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No reply within ${REPLY_MS} ms`)), REPLY_MS);
    operation.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
