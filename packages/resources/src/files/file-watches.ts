import { RequestError } from '@cuecard/core';
import type { Roots } from './roots.js';
import { WatchedFile } from './watched-file.js';

/** The watched files, each once however many listeners it has. */
export class FileWatches {
  readonly #roots: Roots;
  readonly #most: number;
  readonly #files = new Map<string, WatchedFile>();

  constructor(roots: Roots, most: number) {
    this.#roots = roots;
    this.#most = most;
  }

  /**
   * Calls `changed` whenever the file at a real path changes; returns the function that ends this.
   * @throws {RequestError} if too many files are watched already, or the system cannot watch this one
   */
  async add(path: string, changed: () => void): Promise<() => void> {
    const file = this.#files.get(path) ?? this.#begin(path);
    const end = file.add(changed);
    try {
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
