import { RequestError } from '@cuecard/core';

/** The part of `maxWatched` that one caller may use. */
const SHARE = 0.75;

/** The files that each caller watches, so that none can use up `maxWatched` alone. */
export class WatchShares {
  readonly #maxWatched: number;
  readonly #max: number;
  /** The numbers of listeners, by caller and path. */
  readonly #listeners = new Map<string, Map<string, number>>();

  constructor(maxWatched: number) {
    this.#maxWatched = maxWatched;
    this.#max = Math.ceil(maxWatched * SHARE);
  }

  /**
   * Counts a listener; returns the function that ends this.
   * @throws {RequestError} if the caller watches too many other files
   */
  take(caller: string, path: string): () => void {
    const files = this.#listeners.get(caller) ?? new Map<string, number>();
    if (!files.has(path) && files.size >= this.#max) throw this.#tooMany();
    this.#listeners.set(caller, files.set(path, (files.get(path) ?? 0) + 1));
    let hasEnded = false;
    return () => {
      if (!hasEnded) this.#release(caller, path);
      hasEnded = true;
    };
  }

  #release(caller: string, path: string): void {
    const files = this.#listeners.get(caller);
    const listeners = (files?.get(path) ?? 1) - 1;
    if (listeners > 0) files?.set(path, listeners);
    else files?.delete(path);
    if (files?.size === 0) this.#listeners.delete(caller);
  }

  #tooMany(): RequestError {
    const remedy = 'Stop watching another one, or raise maxWatched of FileResources';
    const message = `This caller watches ${this.#max} files already. ${remedy}.`;
    return new RequestError(message, { data: { maxWatched: this.#maxWatched } });
  }
}
