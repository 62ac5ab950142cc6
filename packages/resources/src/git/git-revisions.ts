import { commitArguments, publishedArguments, REVISIONS_ARGUMENTS, unpublishedArguments } from './git-arguments.js';
import { type GitCommand, GitRefusal } from './git-command.js';
import { isRevision, isPath } from './git-location.js';
/**
 * The revisions that clients may read. `published` revisions are reachable from branches, tags, remote branches and
 * `HEAD`. `any` includes stashes, and commits that were amended or whose branch was deleted.
 */
export type GitRevisionScope = 'published' | 'any';

/** The maximum size of the output of git, in bytes. */
const MAX_OUTPUT_BYTES = 1_048_576;

const COMMIT_ID = /^(?:[\da-f]{40}|[\da-f]{64})$/;
const ANCESTOR_SUFFIX = /[~^][~^\d]*$/;

// At least 12 digits, because a caller could guess a shorter id.
const ID_PREFIX = /^[\da-f]{12,64}$/i;
const WHOLE_ID = /^(?:[\da-f]{40}|[\da-f]{64})$/i;

const PUBLISHED_REF = /^refs\/(?:heads|tags|remotes)\//;

interface RefTarget {
  readonly id: string;
  readonly type: string;
}

/** The revisions of one repository, by their names in URIs. */
export class GitRevisions {
  readonly #git: GitCommand;
  readonly #scope: GitRevisionScope;

  /** @throws {TypeError} if the scope does not exist */
  constructor(git: GitCommand, scope: GitRevisionScope) {
    this.#git = git;
    this.#scope = scope;
    if (!['published', 'any'].includes(scope))
      throw new TypeError("GitResources: `revisions` must be 'published' or 'any'.");
  }

  /**
   * Returns the commit id of a revision.
   * @throws {GitRefusal} if the commit does not exist or may not be read
   */
  async commit(revision: string, signal?: AbortSignal): Promise<string> {
    const suffix = ANCESTOR_SUFFIX.exec(revision)?.[0] ?? '';
    const base = revision.slice(0, revision.length - suffix.length);
    if (base === 'HEAD' || this.#scope === 'any') return this.#resolve(revision, signal);
    const target = WHOLE_ID.test(base) ? undefined : await this.#refTarget(base, signal);
    if (target === undefined) return this.#resolve((await this.#resolvePublished(base, signal)) + suffix, signal);
    return target.type === 'commit' && suffix === '' ? target.id : this.#resolve(target.id + suffix, signal);
  }

  /** Returns the branches and tags that a URI can name, most recently changed first. */
  async names(signal?: AbortSignal): Promise<string[]> {
    return (await this.#run(REVISIONS_ARGUMENTS, signal)).split('\n').filter(isRevision);
  }

  /** Returns the target of a branch or tag. If several refs have the name, git's order of precedence decides. */
  async #refTarget(name: string, signal?: AbortSignal): Promise<RefTarget | undefined> {
    const refs = candidateRefs(name);
    const lines = (await this.#run(publishedArguments(refs), signal)).split('\n').map((line) => line.split(' '));
    const targets = new Map(lines.map(([id = '', type = '', ref = '']) => [ref, { id, type }]));
    return refs.map((ref) => targets.get(ref)).find((target) => target !== undefined);
  }

  /** Returns the full id of a commit that is reachable from `HEAD`, a branch or a tag. */
  async #resolvePublished(idPrefix: string, signal?: AbortSignal): Promise<string> {
    if (!ID_PREFIX.test(idPrefix)) throw new GitRefusal('There is no branch or tag with this name');
    const id = await this.#resolve(idPrefix, signal);
    if ((await this.#run(unpublishedArguments(id), signal)) === '') return id;
    throw new GitRefusal('The commit is not reachable from `HEAD`, a branch or a tag');
  }

  async #resolve(revision: string, signal?: AbortSignal): Promise<string> {
    try {
      const id = (await this.#run(commitArguments(revision), signal)).trim();
      if (COMMIT_ID.test(id)) return id;
      throw new GitRefusal('git did not return a commit id');
    } catch (cause) {
      throw cause instanceof GitRefusal ? new GitRefusal('There is no commit with this revision', { cause }) : cause;
    }
  }

  async #run(args: readonly string[], signal?: AbortSignal): Promise<string> {
    return (await this.#git.run(args, { maxBytes: MAX_OUTPUT_BYTES, signal })).bytes.toString();
  }
}

/** Returns the possible full names of a branch or tag, in git's order of precedence. */
function candidateRefs(name: string): string[] {
  const refs = [name, `refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`];
  return [...refs, `refs/remotes/${name}/HEAD`].filter((ref) => PUBLISHED_REF.test(ref));
}

/** A regular file in a commit. */
export interface GitFile {
  /** The git id of the file's bytes. */
  readonly id: string;
  /** The size in bytes. */
  readonly size: number;
  readonly path: string;
}

// Omits links, which git reads as their target paths, and submodules, which it cannot read.
const REGULAR_FILE = /^100(?:644|755|664) blob ([\da-f]{40}|[\da-f]{64}) +(\d+)\t(.+)$/s;

/** Parses the regular files in the output of `ls-tree -z -l`, without an incomplete last entry. */
export function parseFiles(entries: Buffer): GitFile[] {
  return entries
    .toString()
    .split('\0')
    .slice(0, -1)
    .flatMap((entry) => {
      const [, id = '', size, path = ''] = REGULAR_FILE.exec(entry) ?? [];
      return isPath(path) ? [{ id, size: Number(size), path }] : [];
    });
}

/** Parses the bytes of files in the output of `cat-file --batch`, by their ids. */
export function parseBlobs(batch: Buffer): Map<string, Buffer> {
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
