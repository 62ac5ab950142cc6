import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, type Dirent, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { EMPTIED_MS } from '../loader/module.js';
/** How long files must be quiet before they are read: editors write in steps, and a switch of branches writes many. */
const QUIET_MS = 20;
/** The same where many have changed already. */
const QUIET_OF_MANY_MS = 100;
const MANY = 5;
/** For this long after a change of a file, chokidar says nothing of the next one: formatters write what was just saved. */
const DEAF_MS = 60;
/** How long files that never come to rest can put this off. */
const LONGEST_MS = 1_000;

const IGNORED = new Set(['node_modules', '.git', 'dist', 'build', 'coverage', '.cache']);

interface WatchedFilesOptions {
  /** The folder of the project. */
  readonly root: string;
  /** Called with the files whose contents have changed, or are not known. */
  readonly changed: (files: ReadonlySet<string>) => void;
}

/** The files of a project, and what happens to them. */
export class WatchedFiles {
  readonly #options: WatchedFilesOptions;
  readonly #watcher: FSWatcher;
  /** What files contain, as far as that is known; empty if they are gone. */
  readonly #hashes = new Map<string, string>();
  readonly #touched = new Set<string>();
  readonly #folders: NewFolders;
  readonly #replaced = new ReplacedFolders();
  #quiet: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #emptied: NodeJS.Timeout | undefined;
  #since = 0;

  private constructor(options: WatchedFilesOptions) {
    this.#options = options;
    this.#watcher = watch(options.root, { ignored: (path) => this.#isIgnored(path), ignoreInitial: true });
    this.#folders = new NewFolders({
      isIgnored: (path) => this.#isIgnored(path),
      found: (path, kind) => this.#find(path, kind),
    });
    this.#watcher.on('all', (event, path) => (event === 'addDir' ? this.#addFolder(path) : this.#touch(path)));
    this.#watcher.on('unlinkDir', (folder) => this.#replaced.delete(folder));
    this.#watcher.on('raw', (event, name, details) => {
      const { watchedPath } = details as { readonly watchedPath?: string };
      if (event === 'rename' && name && watchedPath) this.#renamed(join(watchedPath, name));
    });
  }

  /** Resolves when every later change will be noticed. */
  static async of(options: WatchedFilesOptions): Promise<WatchedFiles> {
    const watched = new WatchedFiles(options);
    await new Promise<void>((resolve) => watched.#watcher.once('ready', () => resolve()));
    for (const folder of Object.keys(watched.#watcher.getWatched())) watched.#replaced.add(folder);
    return watched;
  }

  /** Takes what files contained when they were read. Those in other folders are watched, too. */
  follow(sources: Iterable<readonly [file: string, source: string]>): void {
    const { root } = this.#options;
    for (const [file, source] of sources) {
      if (!this.#hashes.has(file) && !file.startsWith(root + sep)) this.#watcher.add(file);
      this.#hashes.set(file, hashOf(source));
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#quiet);
    clearTimeout(this.#again);
    clearTimeout(this.#emptied);
    this.#folders.close();
    await this.#watcher.close();
  }

  #isIgnored(path: string): boolean {
    const { root } = this.#options;
    if (!path.startsWith(root)) return false;
    const parts = path.slice(root.length).split(sep);
    return parts.some((part) => IGNORED.has(part));
  }

  #addFolder(folder: string): void {
    this.#replaced.add(folder);
    this.#folders.add(folder);
  }

  /** Watches folders that have replaced known ones, and looks at all that is in them. */
  #renamed(path: string): void {
    for (const folder of this.#replaced.below(path)) {
      this.#watcher.unwatch(folder);
      this.#watcher.add(folder);
      this.#folders.add(folder);
      for (const file of this.#hashes.keys()) if (file.startsWith(folder + sep)) this.#touch(file);
    }
  }

  /** Takes what the watcher may have missed. */
  #find(path: string, kind: 'file' | 'folder'): void {
    if (kind === 'file') {
      if (!this.#hashes.has(path)) this.#touch(path);
    } else if (!(path in this.#watcher.getWatched())) {
      this.#watcher.add(path);
      this.#folders.add(path);
    }
  }

  #touch(path: string): void {
    const now = performance.now();
    if (this.#touched.size === 0) this.#since = now;
    this.#touched.add(path);
    clearTimeout(this.#quiet);
    const quiet = this.#touched.size > MANY ? QUIET_OF_MANY_MS : QUIET_MS;
    const left = this.#since + LONGEST_MS - now;
    this.#quiet = setTimeout(() => this.#tell(), Math.max(0, Math.min(quiet, left)));
  }

  /** Deleted files are looked for here: the watcher reports them later, in case they come back. */
  #tell(): void {
    for (const [file, hash] of this.#hashes) if (hash !== GONE && !existsSync(file)) this.#touched.add(file);
    const touched = [...this.#touched];
    this.#touched.clear();
    this.#look(touched);
    this.#again = setTimeout(() => this.#look(touched), DEAF_MS);
  }

  /** Tells which of the files have changed. Emptied files get time to be filled. */
  #look(files: readonly string[]): void {
    const emptied = files.filter(isEmptied);
    this.#tellOf(files.filter((file) => !emptied.includes(file)));
    if (emptied.length > 0) this.#emptied = setTimeout(() => this.#tellOf(emptied), EMPTIED_MS);
  }

  #tellOf(files: readonly string[]): void {
    const changed = files.filter((file) => this.#hasChanged(file));
    if (changed.length > 0) this.#options.changed(new Set(changed));
  }

  #hasChanged(file: string): boolean {
    const hash = contentHash(file);
    if (this.#hashes.get(file) === hash) return false;
    this.#hashes.set(file, hash);
    return true;
  }
}

/** Whether a file is empty, as it is for a moment when many programs write it. */
function isEmptied(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0;
}

const GONE = '';

function contentHash(file: string): string {
  try {
    return hashOf(readFileSync(file, 'utf8'));
  } catch {
    return GONE; // It may also be a folder.
  }
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

/**
 * When a new folder is looked into. The watcher reads a new folder first and watches it then: what is written in between
 * is never reported. The second look is for a machine that has much else to do.
 */
const LOOKS_MS = [100, 1_000];

interface NewFoldersOptions {
  readonly isIgnored: (path: string) => boolean;
  /** Called with each file and each folder in a new folder, known or not. */
  readonly found: (path: string, kind: 'file' | 'folder') => void;
}

/** Folders that have just come, and what is in them. */
class NewFolders {
  readonly #options: NewFoldersOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: NewFoldersOptions) {
    this.#options = options;
  }

  add(folder: string): void {
    for (const after of LOOKS_MS) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#lookInto(folder);
      }, after);
      this.#timers.add(timer);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #lookInto(folder: string): void {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (this.#options.isIgnored(path)) continue;
      if (entry.isDirectory()) this.#options.found(path, 'folder');
      if (entry.isFile()) this.#options.found(path, 'file');
    }
  }
}

/** What is in a folder; nothing if it is gone again. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * Notices folders in whose places others have been put, as by `mv next src`: the watcher still watches those that were there
 * before, and says nothing.
 */
class ReplacedFolders {
  readonly #inodes = new Map<string, bigint>();

  /** Takes a folder as it is now. */
  add(folder: string): void {
    const inode = inodeOf(folder);
    if (inode !== undefined) this.#inodes.set(folder, inode);
  }

  delete(folder: string): void {
    this.#inodes.delete(folder);
  }

  /** The folders that have been replaced since they were taken: this one, and those in it. */
  below(folder: string): readonly string[] {
    if (!this.#inodes.has(folder)) return [];
    const replaced: string[] = [];
    for (const [each, inode] of this.#inodes) {
      if (each !== folder && !each.startsWith(folder + sep)) continue;
      const now = inodeOf(each);
      if (now !== undefined && now !== inode) replaced.push(each); // One that is gone may come back as another.
    }
    for (const each of replaced) this.add(each);
    return replaced;
  }
}

/** Nothing if there is no such folder. */
function inodeOf(folder: string): bigint | undefined {
  return statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino;
}
