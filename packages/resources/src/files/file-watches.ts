import { RequestError } from '@cuecard/core';
import type { Roots } from './roots.js';
import { WatchShares } from './watch-shares.js';
import { WatchedFile } from './watched-file.js';

/** The watched files, each once however many listeners it has. */
export class FileWatches {
  readonly #roots: Roots;
  readonly #most: number;
  readonly #shares: WatchShares;
  readonly #files = new Map<string, WatchedFile>();

  constructor(roots: Roots, most: number) {
    this.#roots = roots;
    this.#most = most;
    this.#shares = new WatchShares(most);
  }

  /**
   * Calls `changed` whenever the file at a real path changes; returns the function that ends this.
   * @param caller whose share of the watched files it counts towards, if known
   * @throws {RequestError} if too many files are watched already, or the system cannot watch this one
   */
  async add(path: string, changed: () => void, caller: string | undefined): Promise<() => void> {
    const release = caller === undefined ? undefined : this.#shares.take(caller, path);
    let remove: (() => void) | undefined;
    const end = () => {
      remove?.();
      release?.();
    };
    try {
      const file = this.#files.get(path) ?? this.#begin(path);
      remove = file.add(changed);
      await file.started;
      return end;
    } catch (cause) {
      end();
      throw cause;
    }
  }

  #begin(path: string): WatchedFile {
    if (this.#files.size >= this.#most) throw tooMany(this.#most);
    const file = new WatchedFile(path, this.#roots, () => this.#files.delete(path));
    this.#files.set(path, file);
    return file;
  }
}

function tooMany(maxWatched: number): RequestError {
  const remedy = 'Stop watching another one, or raise maxWatched of FileResources';
  return new RequestError(`There are ${maxWatched} files watched already. ${remedy}.`, { data: { maxWatched } });
}
