import { isPath } from './git-location.js';

/** A regular file in a commit. */
export interface GitFile {
  /** The id of its bytes. */
  readonly id: string;
  /** The size in bytes. */
  readonly size: number;
  readonly path: string;
}

// Links would be read as their target paths, submodules as nothing, so both are omitted.
const REGULAR = /^100(?:644|755|664) blob ([\da-f]{40}|[\da-f]{64}) +(\d+)\t(.+)$/s;

/** The regular files in the output of `ls-tree -z -l`, without an entry that is cut off. */
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

/** The bytes of files in the output of `cat-file --batch`, by their ids. */
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
