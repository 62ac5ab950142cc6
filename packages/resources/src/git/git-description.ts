import type { ListedResource } from '@cuecard/core';
import { basename } from 'node:path';
import { contentsOf } from '../contents.js';
import type { GitFile } from './git-file.js';
import type { GitRepository } from './git-repository.js';

/** A file in a commit, and the URI that it is asked for by. */
export interface LocatedFile {
  readonly uri: string;
  readonly file: GitFile;
}

export interface DescribeLimits {
  /** Of a file that is read as a whole; what a larger one is shows in its beginning. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** How many files one git reads at most to find out what they are. */
const BATCH = 100;

/** How much of a file that is too large to read is looked at, in bytes. */
const HEAD_BYTES = 8192;

/** The files in batches that git can read at once: few, and together not much larger than one may be. */
export function* batchesOf(files: readonly LocatedFile[], maxBytes: number): Generator<LocatedFile[]> {
  let batch: LocatedFile[] = [];
  let bytes = 0;
  for (const located of files) {
    const { size } = located.file;
    if (batch.length === BATCH || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(located);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Names, MIME types and sizes. Only all bytes of a file tell the type that it is read with, and git unpacks all of them
 * to give some.
 */
export async function describedFiles(
  files: readonly LocatedFile[],
  repository: GitRepository,
  { maxBytes, signal }: DescribeLimits,
): Promise<ListedResource[]> {
  const small = files.map(({ file }) => file).filter(({ size }) => size <= maxBytes);
  const contents = await repository.allContents(small, signal);
  const described = files.map(async ({ uri, file }) => {
    const { path, id, size } = file;
    const bytes = contents.get(id) ?? wholeCharacters(await repository.contents(id, HEAD_BYTES, signal));
    const { mimeType } = contentsOf(uri, path, bytes);
    return { uri, name: basename(path), ...(mimeType !== undefined && { mimeType }), size };
  });
  return Promise.all(described);
}

/** Without the beginning of a character that the end may have cut, so that text stays text. */
function wholeCharacters({ bytes }: { readonly bytes: Buffer }): Buffer {
  const last = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  return (bytes[last] ?? 0) < 0x80 ? bytes : bytes.subarray(0, last);
}
