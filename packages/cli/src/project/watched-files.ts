import { type BigIntStats, type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** The files that belong to a project, and those that could join it. */
export interface Watchable {
  /** Files with the contents that the project has read; `undefined` stands for the current contents. */
  readonly files: Iterable<readonly [file: string, contents: string | undefined]>;
  /** Folders whose files all count, including those in subfolders. */
  readonly folders: Iterable<string>;
  /** Paths where no file was found. A file with any extension may appear there. */
  readonly missing: Iterable<string>;
  /** Whether a file would be among `files` if it existed. A file that has appeared since is reported. */
  readonly belongs?: (file: string) => boolean;
}

interface WatchedFilesOptions {
  /** The folder of the project. */
  readonly root: string;
  /** Called with the files that were edited, added or deleted. */
  readonly changed: (files: ReadonlySet<string>) => void;
}

/** The delay of the next look after an event, or after a look that found a change. */
const LOOK_MS = 10;
/** The delay while many files change, for example when a branch is switched. */
const LOOK_AT_MANY_MS = 100;
const MANY = 5;
/** The maximum delay of a report while files keep changing. */
const LONGEST_MS = 1_000;

const IGNORED = new Set(['node_modules', '.git']);

/** The last known state of a file. */
interface KnownFile {
  /** Differs from state to state; missing before the first look. */
  readonly stamp?: string | undefined;
  /** Missing if the file was deleted. */
  readonly contents?: string | undefined;
}

const DELETED = 'deleted';

/**
 * Reports changed files of a project. An event of the file system only starts a look: folders are read again until two
 * looks agree.
 */
export class WatchedFiles {
  readonly #options: WatchedFilesOptions;
  readonly #known = new Map<string, KnownFile>();
  readonly #watchers = new Map<string, { readonly inode: bigint; readonly watcher: FSWatcher }>();
  #folders: readonly string[] = [];
  #missing: readonly string[] = [];
  /** The stamps that the last look found. */
  #stamps: ReadonlyMap<string, string> = new Map();
  #next: NodeJS.Timeout | undefined;
  #since: number | undefined;

  constructor(options: WatchedFilesOptions) {
    this.#options = options;
  }

  /** Replaces the watched files. Reports files that have changed since the project read them. */
  follow({ files, folders, missing, belongs = () => false }: Watchable): void {
    this.#folders = [...folders];
    this.#missing = [...missing];
    const unlisted = new Set([...this.#known.keys()].filter(belongs));
    for (const [file, contents] of files) {
      const known = this.#known.get(file);
      unlisted.delete(file);
      // The project may have read the file before or after the last look.
      const stamp = known?.contents === contents ? known?.stamp : undefined;
      if (contents !== undefined) this.#known.set(file, { stamp, contents });
      else if (known === undefined) this.#known.set(file, { stamp: stampOf(file), contents: contentsOf(file) });
    }
    for (const file of [...unlisted, ...this.#missing]) this.#known.delete(file);
    this.#lookIn(0);
  }

  close(): void {
    clearTimeout(this.#next);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #lookIn(milliseconds: number): void {
    this.#since ??= performance.now();
    this.#next ??= setTimeout(() => {
      this.#next = undefined;
      this.#look();
    }, milliseconds);
  }

  #look(): void {
    const before = this.#stamps;
    const stamps = this.#stampsNow();
    this.#stamps = stamps;
    const count = [...stamps].filter(([file, stamp]) => before.get(file) !== stamp).length;
    const isOverdue = performance.now() - (this.#since ?? 0) > LONGEST_MS;
    if (count > 0 && !isOverdue) return this.#lookIn(count > MANY ? LOOK_AT_MANY_MS : LOOK_MS);
    this.#since = undefined;
    const changed = [...stamps].filter(([file, stamp]) => this.#hasChanged(file, stamp)).map(([file]) => file);
    if (changed.length > 0) this.#options.changed(new Set(changed));
  }

  /** The stamps of all files that count. New folders are watched before they are read. */
  #stampsNow(): ReadonlyMap<string, string> {
    const stamps = new Map<string, string>();
    const watched = new Set<string>();
    for (const folder of this.#folders) this.#addFolder(folder, stamps, watched);
    for (const path of this.#missing) {
      this.#watch(dirname(path), watched);
      for (const entry of entriesOf(dirname(path)))
        if (entry.name.startsWith(stemOf(path)))
          stamps.set(join(dirname(path), entry.name), stampOf(join(dirname(path), entry.name)));
    }
    for (const file of this.#known.keys()) {
      if (!stamps.has(file)) this.#watch(dirname(file), watched);
      stamps.set(file, stamps.get(file) ?? stampOf(file));
    }
    for (const [folder, { watcher }] of this.#watchers)
      if (!watched.has(folder)) {
        watcher.close();
        this.#watchers.delete(folder);
      }
    return stamps;
  }

  #addFolder(folder: string, stamps: Map<string, string>, watched: Set<string>): void {
    this.#watch(folder, watched);
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !IGNORED.has(entry.name)) this.#addFolder(path, stamps, watched);
      if (entry.isFile()) stamps.set(path, stampOf(path));
    }
  }

  /** Watches a folder and its parents in the project, because each may be replaced. */
  #watch(folder: string, watched: Set<string>): void {
    if (watched.has(folder)) return;
    watched.add(folder);
    const { root } = this.#options;
    const isAbove = dirname(folder) === root || dirname(folder).startsWith(root + sep);
    if (isAbove) this.#watch(dirname(folder), watched);
    const known = this.#watchers.get(folder);
    const inode = statsOf(folder)?.ino;
    if (known?.inode === inode) return;
    known?.watcher.close();
    this.#watchers.delete(folder);
    if (inode === undefined) return;
    try {
      const watcher = watch(folder, () => this.#lookIn(LOOK_MS));
      watcher.on('error', () => this.#lookIn(LOOK_MS)); // The folder was deleted.
      this.#watchers.set(folder, { inode, watcher });
    } catch {
      // It was deleted meanwhile: its parent is watched.
    }
  }

  #hasChanged(file: string, stamp: string): boolean {
    const known = this.#known.get(file);
    if (known?.stamp === stamp) return false;
    const contents = stamp === DELETED ? undefined : contentsOf(file);
    this.#known.set(file, { stamp, contents });
    return known === undefined || known.contents !== contents;
  }
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // A part of the path is not a folder.
  }
}

function stampOf(file: string): string {
  const stats = statsOf(file);
  return stats === undefined ? DELETED : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** `undefined` if the file was deleted or cannot be read. */
function contentsOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The entries of a folder; empty if it was deleted. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The name of a file without its extension: `./words.js` may be `words.ts`, or a folder. */
function stemOf(path: string): string {
  return basename(path).replace(/\.\w+$/, '');
}
