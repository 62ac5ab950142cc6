import type { ListedResource } from '@cuecard/core';
import { basename } from 'node:path';
import { createContents } from '../contents.js';
import type { GitFile } from './git-revisions.js';
import type { GitRepository } from './git-repository.js';

/** A file in a commit, with its URI. */
export interface LocatedFile {
  readonly uri: string;
  readonly file: GitFile;
}

export interface DescribeLimits {
  /** The maximum size of a file that is read completely. For a larger file, the first bytes determine the type. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The maximum number of files that one git process reads to determine their types. */
const MAX_BATCH = 100;

/** The number of bytes to read from a file above the size limit. */
const HEAD_BYTES = 8192;

/** Splits files into batches for git: at most 100 files and, except for a single file, `maxBytes` in total. */
export function* splitIntoBatches(files: readonly LocatedFile[], maxBytes: number): Generator<LocatedFile[]> {
  let batch: LocatedFile[] = [];
  let bytes = 0;
  for (const located of files) {
    const { size } = located.file;
    if (batch.length === MAX_BATCH || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(located);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Describes files by name, MIME type and size. Reads whole files to determine the MIME type, because git unpacks the
 * whole file anyway.
 */
export async function describeFiles(
  files: readonly LocatedFile[],
  repository: GitRepository,
  { maxBytes, signal }: DescribeLimits,
): Promise<ListedResource[]> {
  const small = files.map(({ file }) => file).filter(({ size }) => size <= maxBytes);
  const contents = await repository.allContents(small, signal);
  const descriptions = files.map(async ({ uri, file }) => {
    const { path, id, size } = file;
    const bytes = contents.get(id) ?? dropCutCharacter(await repository.contents(id, HEAD_BYTES, signal));
    const { mimeType } = createContents(uri, path, bytes);
    return { uri, name: basename(path), ...(mimeType !== undefined && { mimeType }), size };
  });
  return Promise.all(descriptions);
}

/** Drops a last character that may be incomplete, so that the bytes stay valid UTF-8. */
function dropCutCharacter({ bytes }: { readonly bytes: Buffer }): Buffer {
  const lastStart = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  return (bytes[lastStart] ?? 0) < 0x80 ? bytes : bytes.subarray(0, lastStart);
}
