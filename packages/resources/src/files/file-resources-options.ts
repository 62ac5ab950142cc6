import { type Known, knownOptions } from '@cuecard/core';
import type { FileIgnoreOptions } from './folder-rules.js';

export interface FileResourcesOptions {
  /** The folders below which files may be read; a relative path is looked for in each, in this order. */
  readonly roots: readonly string[];
  /**
   * What the URIs of the files begin with instead of their paths on this machine: a prefix such as `policy://` or
   * `kb://policies/` for each root, in the order of `roots`, or one for a single root. Nothing that is answered shows
   * an absolute path then, and none is taken.
   * @default `file:` URIs of the paths
   */
  readonly as?: string | readonly string[];
  /**
   * What is as if it were not there, besides what holds secrets (such as `.env*`, private keys, `.npmrc` and `.aws/`),
   * is in a `.git`, or is in a bare repository.
   * @default `{ git: false, patterns: [] }`
   */
  readonly ignore?: FileIgnoreOptions;
  /**
   * Whether folders are resources, too: listed with the MIME type `inode/directory`, and read as the URIs of what is in
   * them, one a line.
   * @default false
   */
  readonly folders?: boolean;
  /**
   * The size of the largest file that is read, in bytes; a larger one is an error that says so.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * How long the URI or path of a file may be, in characters; nothing is at a longer one.
   * @default 16384, which is more than the systems' longest paths take
   */
  readonly maxUriLength?: number;
  /**
   * How many files are watched at the same time; to watch one more is an error that says so. 0 for none.
   * @default 1000
   */
  readonly maxWatched?: number;
}

const OPTIONS: Known<FileResourcesOptions> = {
  roots: true,
  as: true,
  ignore: true,
  folders: true,
  maxBytes: true,
  maxUriLength: true,
  maxWatched: true,
};

/** @throws {TypeError} for an option that does not exist */
export function fileResourcesOptions(given: FileResourcesOptions): FileResourcesOptions {
  return knownOptions('FileResources', given, OPTIONS);
}
