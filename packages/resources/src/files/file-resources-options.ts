import { type OptionKinds, validateOptions } from '@cuecard/core';
import type { FileIgnoreOptions } from './folder-rules.js';

export interface FileResourcesOptions {
  /** The folders with the served files. A relative path is looked up in each folder, in this order. */
  readonly roots: readonly string[];
  /**
   * URI prefixes that replace the absolute paths of the roots, such as `policy://` or `kb://policies/`: one prefix for
   * each root, in the order of `roots`, or a string for a single root. With prefixes, neither requests nor results
   * contain absolute paths.
   * @default `file:` URIs of the paths
   */
  readonly as?: string | readonly string[];
  /**
   * Additional files to hide. Secrets (such as `.env*`, private keys, `.npmrc` and `.aws/`), `.git` and bare
   * repositories are hidden even without this option.
   * @default `{ git: false, patterns: [] }`
   */
  readonly ignore?: FileIgnoreOptions;
  /**
   * Whether folders are also resources. A list shows a folder with the MIME type `inode/directory`. The contents of a
   * folder are the URIs of the files and folders in it, one per line.
   * @default false
   */
  readonly folders?: boolean;
  /**
   * The maximum size of a file, in bytes. Reading a larger file fails with an error that names the limit.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * The maximum length of a URI or path, in characters. A longer URI or path counts as missing.
   * @default 16384, which exceeds the longest path of common systems
   */
  readonly maxUriLength?: number;
  /**
   * The maximum number of files that are watched at the same time; 0 disables watching. Above this limit, `watch` fails
   * with an error that names the limit. A single verified caller may watch at most three quarters of this number.
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
  return validateOptions('FileResources', settings, OPTIONS);
}
