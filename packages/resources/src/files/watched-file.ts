import { once } from 'node:events';
import { basename } from 'node:path';
import { RequestError } from '@cuecard/core';
import type { FSWatcher } from 'chokidar';
import { OpenFile } from './open-file.js';
import type { Roots } from './roots.js';

/** How long to collect further events after the first one, in milliseconds: one change causes many. */
const SETTLE_MS = 50;

/** How often to check whether a deleted file has come back, in milliseconds. */
const REAPPEAR_POLL_MS = 1000;

/**
 * A watched path, whose file may be deleted, replaced and come back. Events only cause a check of the path, by the
 * rules for reading; a path that now leads outside the roots counts as deleted.
 */
class WatchedFile {
  /** Resolves when every further change will be noticed. */
  readonly started: Promise<void>;
  readonly #path: string;
  readonly #roots: Roots;
  readonly #ended: () => void;
  readonly #listeners = new Set<{ readonly changed: () => void }>();
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void>;
  #wasThere = true;
  #watchedFile: string | undefined;
  /** Whether the watched file may no longer be the one at the path. */
  #isStale = false;

  /** `ended` is called after the last listener was removed. */
  constructor(path: string, roots: Roots, ended: () => void) {
    this.#path = path;
    this.#roots = roots;
    this.#ended = ended;
    this.started = this.#start();
    this.#looking = this.started;
  }

  /** Returns the function that removes the listener. */
  add(changed: () => void): () => void {
    const listener = { changed };
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
  }

  async #start(): Promise<void> {
    try {
      await this.#arm();
    } catch (cause) {
      throw new RequestError(`${basename(this.#path)} cannot be watched`, { cause });
    }
  }

  async #arm(): Promise<void> {
    const { watch } = await import('chokidar');
    const before = await this.#fileId();
    this.#isStale = false;
    const watcher = watch(this.#path, { atomic: false, ignoreInitial: true });
    // All events of the system: chokidar's own events omit the last of several changes in a row, and a file that was
    // deleted and rewritten with the same inode number.
    watcher.on('raw', (event) => this.#notice(event === 'rename'));
    watcher.on('unlink', () => this.#notice(true));
    watcher.on('error', () => this.#notice(true));
    await ready(watcher);
    this.#watcher = watcher;
    if (this.#listeners.size === 0) this.#disarm();
    // Either the replaced file or its replacement may be watched.
    this.#watchedFile = await this.#fileId();
    if (this.#watchedFile === undefined || this.#watchedFile !== before) this.#notice(true);
  }

  #disarm(): void {
    void this.#watcher?.close();
    this.#watcher = undefined;
  }

  #notice(isStale: boolean): void {
    this.#isStale ||= isStale;
    this.#lookIn(SETTLE_MS);
  }

  #lookIn(milliseconds: number): void {
    if (this.#listeners.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#looking = this.#looking.then(() => this.#look());
    }, milliseconds);
  }

  async #look(): Promise<void> {
    const file = await this.#fileId();
    // It may have been replaced without an event: the watcher then switches to the new file, and can miss it.
    if (this.#isStale || file !== this.#watchedFile) this.#disarm();
    const isThere = file !== undefined && (await this.#isArmed());
    if (isThere || this.#wasThere) this.#notify();
    this.#wasThere = isThere;
    if (isThere) return;
    this.#disarm();
    this.#lookIn(REAPPEAR_POLL_MS);
  }

  async #isArmed(): Promise<boolean> {
    try {
      if (this.#watcher === undefined) await this.#arm();
      return true;
    } catch {
      return false; // The system may be out of watches; try again.
    }
  }

  /** The identity of the file at the path, if it may be read. */
  async #fileId(): Promise<string | undefined> {
    try {
      const file = await OpenFile.open(this.#path, this.#roots);
      await file.close();
      return file.id;
    } catch {
      return undefined;
    }
  }

  // A failing listener is its owner's concern, and must not stop the others.
  #notify(): void {
    for (const listener of this.#listeners)
      queueMicrotask(() => {
        if (this.#listeners.has(listener)) listener.changed();
      });
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#disarm();
    this.#ended();
  }
}

async function ready(watcher: FSWatcher): Promise<void> {
  try {
    await once(watcher, 'ready');
  } catch (error) {
    await watcher.close();
    throw error;
  }
}

/** The part of `maxWatched` that one caller may use. */
const SHARE = 0.75;

/** The files that each caller watches, so that none can use up `maxWatched` alone. */
class WatchShares {
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

/** The watched files, each once for all of its listeners. */
export class FileWatches {
  readonly #roots: Roots;
  readonly #most: number;
  readonly #shares: WatchShares;
  readonly #files = new Map<string, WatchedFile>();

  constructor(roots: Roots, limit: number) {
    this.#roots = roots;
    this.#most = limit;
    this.#shares = new WatchShares(limit);
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
