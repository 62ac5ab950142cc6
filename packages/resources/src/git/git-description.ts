import type { ListedResource } from '@cuecard/core';
import { basename } from 'node:path';
import { contentsOf } from '../contents.js';
import type { GitFile } from './git-revisions.js';
import type { GitRepository } from './git-repository.js';

/** A file in a commit, with its URI. */
export interface LocatedFile {
  readonly uri: string;
  readonly file: GitFile;
}

export interface DescribeLimits {
  /** The limit of a file's size; for a larger file, its head is enough to determine the type. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The maximum number of files that one git process reads to determine their types. */
const BATCH = 100;

/** The number of bytes that are read of a file above the limit. */
const HEAD_BYTES = 8192;

/** The files in batches for git: few, and together not much larger than one may be. */
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
 * Names, MIME types and sizes. The MIME type depends on all bytes of a file, and git unpacks all of them in any case.
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

/** Without a character that the end may have cut, so that text stays text. */
function wholeCharacters({ bytes }: { readonly bytes: Buffer }): Buffer {
  const last = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  return (bytes[last] ?? 0) < 0x80 ? bytes : bytes.subarray(0, last);
}
