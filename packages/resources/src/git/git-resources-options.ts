import { type OptionKinds, validateOptions } from '@cuecard/core';
import type { GitRevisionScope } from './git-revisions.js';

export interface GitResourcesOptions {
  /** The top folder of a repository, or a bare repository. It must belong to the user of this process. */
  readonly repository: string;
  /**
   * The maximum size of a file, diff or log, in bytes. Reading anything larger fails with an error that names the
   * limit.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * The maximum number of commits in a log. The log contains the newest commits, and silently omits older ones.
   * @default 100
   */
  readonly maxEntries?: number;
  /**
   * The maximum number of files in the list of a revision. The list contains the first files in git's order, and
   * silently omits the rest.
   * @default 100000
   */
  readonly maxFiles?: number;
  /**
   * The maximum length of a URI, in characters, up to 8192. A longer URI counts as missing.
   * @default 8192
   */
  readonly maxUriLength?: number;
  /**
   * The revisions that clients may read. `published`: `HEAD`, branches, tags and remote branches, by names below
   * `refs/heads`, `refs/tags` and `refs/remotes`, and commits reachable from these, by at least 12 digits of their ids.
   * `any`: everything that git resolves, such as a stash, a commit of a deleted branch, or an id of four digits.
   * @default 'published'
   */
  readonly revisions?: GitRevisionScope;
  /**
   * The time limit of one git process, in milliseconds. Most reads start three processes. A read that exceeds the limit
   * fails with an error that names the limit.
   * @default 10000
   */
  readonly timeoutMs?: number;
}

const OPTIONS: OptionKinds<GitResourcesOptions> = {
  repository: true,
  maxBytes: true,
  maxEntries: true,
  maxFiles: true,
  maxUriLength: true,
  revisions: true,
  timeoutMs: true,
};

/** @throws {TypeError} if an option does not exist */
export function gitResourcesOptions(settings: GitResourcesOptions): GitResourcesOptions {
  return validateOptions('GitResources', settings, OPTIONS);
}
