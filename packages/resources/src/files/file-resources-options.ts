import { type OptionKinds, knownOptions } from '@cuecard/core';
import type { FileIgnoreOptions } from './folder-rules.js';

export interface FileResourcesOptions {
  /** The folders below which files may be read. A relative path is looked up in each, in this order. */
  readonly roots: readonly string[];
  /**
   * Prefixes for the URIs of the files instead of their paths on this machine, such as `policy://` or
   * `kb://policies/`: one for each root, in the order of `roots`, or a single one for a single root. Answers then
   * contain no absolute path, and requests may not either.
   * @default `file:` URIs of the paths
   */
  readonly as?: string | readonly string[];
  /**
   * Files to hide, in addition to secrets (such as `.env*`, private keys, `.npmrc` and `.aws/`), `.git` and bare
   * repositories.
   * @default `{ git: false, patterns: [] }`
   */
  readonly ignore?: FileIgnoreOptions;
  /**
   * Whether folders are resources, too: listed with the MIME type `inode/directory`, and read as the URIs of their
   * contents, one a line.
   * @default false
   */
  readonly folders?: boolean;
  /**
   * The maximum size of a file, in bytes. Reading a larger one fails with an error that names the limit.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * The maximum length of a URI or path, in characters. Longer ones are not found.
   * @default 16384, which is more than the systems' longest paths take
   */
  readonly maxUriLength?: number;
  /**
   * The maximum number of files watched at the same time. Watching more fails with an error that names the limit, and
   * so does a verified caller that watches more than three quarters of them. 0 for none.
   * @default 1000
   */
  readonly maxWatched?: number;
}

const OPTIONS: OptionKinds<FileResourcesOptions> = {
  roots: true,
  as: true,
  ignore: true,
  folders: true,
  maxBytes: true,
  maxUriLength: true,
  maxWatched: true,
};

/** @throws {TypeError} if an option does not exist */
export function fileResourcesOptions(settings: FileResourcesOptions): FileResourcesOptions {
  return knownOptions('FileResources', settings, OPTIONS);
}
