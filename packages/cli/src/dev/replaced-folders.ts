import { statSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Notices folders in whose places others have been put, as by `mv next src`: the watcher still watches those that were there
 * before, and says nothing.
 */
export class ReplacedFolders {
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
