import { once } from 'node:events';
import { basename } from 'node:path';
import { RequestError } from '@cuecard/core';
import type { FSWatcher } from 'chokidar';
import { OpenFile } from './open-file.js';
import type { Roots } from './roots.js';

/** The time to collect events after the first one, in milliseconds. A single change to a file causes many events. */
const SETTLE_MS = 50;

/** The interval between checks whether a deleted file exists again, in milliseconds. */
const REAPPEAR_POLL_MS = 1000;

/**
 * A watched path, whose file may be deleted, replaced and created again. Each event checks the path by the rules for
 * reading, so the file counts as deleted if the path now leads outside the roots.
 */
class WatchedFile {
  /** Resolves once the watcher reports every later change. */
  readonly started: Promise<void>;
  readonly #path: string;
  readonly #roots: Roots;
  readonly #onEnd: () => void;
  readonly #listeners = new Set<{ readonly onChange: () => void }>();
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pendingCheck: Promise<void>;
  #existed = true;
  #watchedFile: string | undefined;
  /** Whether a different file may have replaced the watched file at the path. */
  #isStale = false;

  /** @param onEnd called after the removal of the last listener */
  constructor(path: string, roots: Roots, onEnd: () => void) {
    this.#path = path;
    this.#roots = roots;
    this.#onEnd = onEnd;
    this.started = this.#start();
    this.#pendingCheck = this.started;
  }

  /** Returns the function that removes the listener. */
  add(onChange: () => void): () => void {
    const listener = { onChange };
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#end();
    };
  }

  async #start(): Promise<void> {
    try {
      await this.#startWatching();
    } catch (cause) {
      throw new RequestError(`${basename(this.#path)} cannot be watched`, { cause });
    }
  }

  async #startWatching(): Promise<void> {
    const { watch } = await import('chokidar');
    const fileBefore = await this.#fileId();
    this.#isStale = false;
    const watcher = watch(this.#path, { atomic: false, ignoreInitial: true });
    // Listens to all events of the system. chokidar's own events omit the last of several changes in a row, and miss a
    // new file that has the inode number of the deleted one.
    watcher.on('raw', (event) => this.#onEvent(event === 'rename'));
    watcher.on('unlink', () => this.#onEvent(true));
    watcher.on('error', () => this.#onEvent(true));
    await waitUntilReady(watcher);
    this.#watcher = watcher;
    if (this.#listeners.size === 0) this.#stopWatching();
    // If a different file replaced the file while the watcher started, the watcher may watch either file.
    this.#watchedFile = await this.#fileId();
    if (this.#watchedFile === undefined || this.#watchedFile !== fileBefore) this.#onEvent(true);
  }

  #stopWatching(): void {
    void this.#watcher?.close();
    this.#watcher = undefined;
  }

  #onEvent(isStale: boolean): void {
    this.#isStale ||= isStale;
    this.#scheduleCheck(SETTLE_MS);
  }

  #scheduleCheck(milliseconds: number): void {
    if (this.#listeners.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#pendingCheck = this.#pendingCheck.then(() => this.#checkFile());
    }, milliseconds);
  }

  async #checkFile(): Promise<void> {
    const file = await this.#fileId();
    // Watches again, because a different file may have replaced this one without an event, and the watcher would miss
    // its changes.
    if (this.#isStale || file !== this.#watchedFile) this.#stopWatching();
    const exists = file !== undefined && (await this.#ensureWatching());
    if (exists || this.#existed) this.#notify();
    this.#existed = exists;
    if (exists) return;
    this.#stopWatching();
    this.#scheduleCheck(REAPPEAR_POLL_MS);
  }

  async #ensureWatching(): Promise<boolean> {
    try {
      if (this.#watcher === undefined) await this.#startWatching();
      return true;
    } catch {
      return false; // Tries again later, because the system may have no free watches.
    }
  }

  /** Returns the id of the file at the path, or `undefined` if the file may not be read. */
  async #fileId(): Promise<string | undefined> {
    try {
      const file = await OpenFile.open(this.#path, this.#roots);
      await file.close();
      return file.id;
    } catch {
      return undefined;
    }
  }

  // Runs each listener in its own microtask, so that a listener that throws does not stop the others.
  #notify(): void {
    for (const listener of this.#listeners)
      queueMicrotask(() => {
        if (this.#listeners.has(listener)) listener.onChange();
      });
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#stopWatching();
    this.#onEnd();
  }
}

async function waitUntilReady(watcher: FSWatcher): Promise<void> {
  try {
    await once(watcher, 'ready');
  } catch (error) {
    await watcher.close();
    throw error;
  }
}

/** The fraction of `maxWatched` that one caller may use. */
const MAX_CALLER_SHARE = 0.75;

/** Counts the files that each caller watches, so that no caller can use up `maxWatched` alone. */
class WatchShares {
  readonly #maxWatched: number;
  readonly #maxPerCaller: number;
  /** The number of listeners, by caller and path. */
  readonly #listeners = new Map<string, Map<string, number>>();

  constructor(maxWatched: number) {
    this.#maxWatched = maxWatched;
    this.#maxPerCaller = Math.ceil(maxWatched * MAX_CALLER_SHARE);
  }

  /**
   * Counts a listener, and returns the function that removes the listener from the count.
   * @throws {RequestError} if the caller watches too many other files
   */
  take(caller: string, path: string): () => void {
    const files = this.#listeners.get(caller) ?? new Map<string, number>();
    if (!files.has(path) && files.size >= this.#maxPerCaller) throw this.#callerLimitError();
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

  #callerLimitError(): RequestError {
    const remedy = 'Stop watching another file, or raise maxWatched of FileResources';
    const message = `This caller already watches ${this.#maxPerCaller} files, the maximum for one caller. ${remedy}.`;
    return new RequestError(message, { data: { maxWatched: this.#maxWatched } });
  }
}

/** The watched files. All listeners of a file share one watcher. */
export class FileWatches {
  readonly #roots: Roots;
  readonly #maxWatched: number;
  readonly #shares: WatchShares;
  readonly #files = new Map<string, WatchedFile>();

  constructor(roots: Roots, maxWatched: number) {
    this.#roots = roots;
    this.#maxWatched = maxWatched;
    this.#shares = new WatchShares(maxWatched);
  }

  /**
   * Calls `onChange` whenever the file at a real path changes. Returns the function that stops watching.
   * @param caller the principal whose limit the file counts towards, if the caller is verified
   * @throws {RequestError} if too many files are watched already, or the system cannot watch this file
   */
  async add(path: string, onChange: () => void, caller: string | undefined): Promise<() => void> {
    const releaseShare = caller === undefined ? undefined : this.#shares.take(caller, path);
    let removeListener: (() => void) | undefined;
    const stop = () => {
      removeListener?.();
      releaseShare?.();
    };
    try {
      const file = this.#files.get(path) ?? this.#create(path);
      removeListener = file.add(onChange);
      await file.started;
      return stop;
    } catch (cause) {
      stop();
      throw cause;
    }
  }

  #create(path: string): WatchedFile {
    if (this.#files.size >= this.#maxWatched) throw watchLimitError(this.#maxWatched);
    const file = new WatchedFile(path, this.#roots, () => this.#files.delete(path));
    this.#files.set(path, file);
    return file;
  }
}

function watchLimitError(maxWatched: number): RequestError {
  const remedy = 'Stop watching another file, or raise maxWatched of FileResources';
  return new RequestError(`${maxWatched} files are already watched, the maximum for all callers. ${remedy}.`, {
    data: { maxWatched },
  });
}
