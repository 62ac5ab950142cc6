import { type Known, knownOptions } from '@cuecard/core';
import type { GitRevisionScope } from './git-revisions.js';

export interface GitResourcesOptions {
  /** The top folder of the repository, or a bare repository; it must belong to the user of this process. */
  readonly repository: string;
  /**
   * The size of the largest file, diff or log that is read, in bytes; a larger one is an error that says so.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * How many commits a log has at most: the newest, without a word about the others.
   * @default 100
   */
  readonly maxEntries?: number;
  /**
   * How many files a revision is listed with at most: the first in git's order, without a word about the others.
   * @default 100000
   */
  readonly maxFiles?: number;
  /**
   * How long a URI may be, in characters, 8192 at most; nothing is at a longer one.
   * @default 8192
   */
  readonly maxUriLength?: number;
  /**
   * Which revisions may be read. `published`: `HEAD`, branches, tags and remote branches, by names below `refs/heads`,
   * `refs/tags` and `refs/remotes`, and commits that one of these leads to, by their ids or 12 digits of them or more.
   * `any`: whatever git resolves, such as a stash, a commit whose branch was deleted, and an id of four digits.
   * @default 'published'
   */
  readonly revisions?: GitRevisionScope;
  /**
   * How long one run of git may take, in milliseconds; most reads take three. A longer one is an error that says so.
   * @default 10000
   */
  readonly timeoutMs?: number;
}

const OPTIONS: Known<GitResourcesOptions> = {
  repository: true,
  maxBytes: true,
  maxEntries: true,
  maxFiles: true,
  maxUriLength: true,
  revisions: true,
  timeoutMs: true,
};

/** @throws {TypeError} for an option that does not exist */
export function gitResourcesOptions(given: GitResourcesOptions): GitResourcesOptions {
  return knownOptions('GitResources', given, OPTIONS);
}
