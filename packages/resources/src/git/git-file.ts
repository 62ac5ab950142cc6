import { isPath } from './git-location.js';

/** A regular file in a commit. */
export interface GitFile {
  /** Of the bytes. */
  readonly id: string;
  /** In bytes. */
  readonly size: number;
  readonly path: string;
}

// Links would be read as the paths that they lead to, other repositories as nothing; so both are left out.
const REGULAR = /^100(?:644|755|664) blob ([\da-f]{40}|[\da-f]{64}) +(\d+)\t(.+)$/s;

/** The regular files among the entries of a tree, as `ls-tree -z -l` gives them; without an entry that is cut off. */
export function gitFiles(entries: Buffer): GitFile[] {
  return entries
    .toString()
    .split('\0')
    .slice(0, -1)
    .flatMap((entry) => {
      const [, id = '', size, path = ''] = REGULAR.exec(entry) ?? [];
      return isPath(path) ? [{ id, size: Number(size), path }] : [];
    });
}

/** The bytes of files, as `cat-file --batch` gives them, by their ids. */
export function gitBlobs(batch: Buffer): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  for (let start = 0; start < batch.length;) {
    const end = batch.indexOf('\n', start);
    const [, id, size = 0] = /^(\w+) blob (\d+)$/.exec(batch.toString('latin1', start, end)) ?? [];
    if (id === undefined) break;
    blobs.set(id, batch.subarray(end + 1, end + 1 + Number(size)));
    start = end + 1 + Number(size) + 1;
  }
  return blobs;
}
