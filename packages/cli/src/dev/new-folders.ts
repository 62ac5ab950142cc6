import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
export class NewFolders {
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
