import {
  ANY_SIZE,
  ANY_TIME,
  type CallOptions,
  limit,
  type ListOptions,
  type ListedResource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
  type ResourceTemplate,
} from '@cuecard/core';
import { basename } from 'node:path';
import { createContents, tooLargeError } from '../contents.js';
import { type LocatedFile, splitIntoBatches, describeFiles } from './git-description.js';
import { type GitLocation, parseGitUri, gitName, gitUri, MAX_URI_LENGTH } from './git-location.js';
import { GitRefusal } from './git-command.js';
import { GitRepository, type GitText } from './git-repository.js';
import { type GitResourcesOptions, gitResourcesOptions } from './git-resources-options.js';
import { GIT_TEMPLATES, gitCompletions } from './git-templates.js';

/**
 * Reads a git repository by URIs of these kinds:
 *
 * - `git:/file/<revision>/<path>`: a file at a revision - `git:/diff/<from>..<to>` and `git:/diff/<from>..<to>/<path>`:
 * the changes between two revisions, in all files or in one file or folder - `git:/diff/staged` and
 * `git:/diff/staged/<path>`: the staged changes - `git:/log/<revision>` and `git:/log/<revision>/<path>`: the newest
 * commits that lead to a revision
 *
 * A revision is a branch, a tag or the id of a commit, with steps back such as `HEAD~3` or `main^2`. Commits that
 * neither `HEAD` nor a branch or tag leads to are treated as missing, unless `revisions` is `any`. A revision is one
 * segment of the path, so the slash of `feature/x` is encoded: `feature%2Fx`. The path starts at the top of the
 * repository, and may not encode slashes or dots.
 *
 * Only git reads the repository, in an isolated environment: it reads no configuration of the user or machine, starts
 * no program that the repository's configuration names, and fetches nothing. Links and submodules are treated as
 * missing. Requires git 2.30 or later.
 */
export class GitResources extends ResourceReader {
  readonly #repository: GitRepository;
  readonly #maxBytes: number;
  readonly #maxEntries: number;
  readonly #maxFiles: number;
  readonly #maxUriLength: number;

  /**
   * @throws {TypeError} if an option does not exist, or the folder does not exist; a folder without a repository is
   * reported at first use
   * @throws {RangeError} if a limit is invalid
   */
  constructor(options: GitResourcesOptions) {
    super();
    const { repository, revisions = 'published', timeoutMs = 10_000, ...limits } = gitResourcesOptions(options);
    const { maxBytes = 1_048_576, maxEntries = 100, maxFiles = 100_000, maxUriLength = MAX_URI_LENGTH } = limits;
    this.#repository = new GitRepository(repository, { timeoutMs: limit('timeoutMs', timeoutMs, ANY_TIME), revisions });
    this.#maxBytes = limit('maxBytes', maxBytes, ANY_SIZE);
    this.#maxEntries = limit('maxEntries', maxEntries);
    this.#maxFiles = limit('maxFiles', maxFiles, ANY_SIZE);
    this.#maxUriLength = limit('maxUriLength', maxUriLength, { max: MAX_URI_LENGTH });
  }

  override get templates(): readonly ResourceTemplate[] {
    return GIT_TEMPLATES;
  }

  /** Whether a URI has the scheme `git:`. */
  override accepts(uri: string): boolean {
    return /^git:/i.test(uri);
  }

  /**
   * Returns the contents of a resource. A file is text if it is UTF-8 without NUL, bytes otherwise. A diff has the type
   * `text/x-diff`, a log `text/plain`. In both, invalid UTF-8 is replaced.
   * @throws {NotFoundError} if the resource does not exist or may not be read
   * @throws {RequestError} if the resource is larger than `maxBytes`, or git takes longer than `timeoutMs`
   * @throws {TypeError} if the folder is not a repository, or belongs to another user
   * @throws {Error} if git is not installed
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    signal?.throwIfAborted();
    return hideRefusal(uri, async () => {
      const location = parseGitUri(uri, this.#maxUriLength);
      return location.kind === 'file' ? this.#readFile(location, signal) : this.#readText(location, signal);
    });
  }

  /**
   * Describes a URI. The size of a file is known before git reads the file. The size of a diff or log is known only
   * after git has produced the diff or log.
   * @throws as `read` does, except that a file may have any size
   */
  override async describe(uri: string, call: CallOptions = {}): Promise<ListedResource> {
    call.signal?.throwIfAborted();
    return hideRefusal(uri, async () => {
      const location = parseGitUri(uri, this.#maxUriLength);
      if (location.kind !== 'file') return { ...(await super.describe(uri, call)), name: gitName(location) };
      const [description] = await this.#describe([await this.#locate(location, call.signal)], call.signal);
      if (description === undefined) throw new GitRefusal('git did not return a description of the file');
      return description;
    });
  }

  /**
   * The regular files of a revision or of one of its folders, with the names, MIME types and sizes that `describe`
   * returns. Lists `HEAD`, unless `under` is another `git:/file/<revision>` or `git:/file/<revision>/<folder>`. A
   * repository without commits has no files. Determines each MIME type when the list reaches the file.
   * @throws {NotFoundError} if there is no readable folder
   */
  override async *list({ under, after, brief, signal }: ListOptions = {}): AsyncIterable<ListedResource> {
    signal?.throwIfAborted();
    if (under === undefined && !(await this.#repository.hasCommits(signal))) return;
    const folderUri = under ?? 'git:/file/HEAD';
    const files = await hideRefusal(folderUri, () => this.#filesBelow(folderUri, signal));
    const remainingFiles = after === undefined ? files : files.filter(({ uri }) => uri > after);
    if (brief) return yield* remainingFiles.map(({ uri, file }) => ({ uri, name: basename(file.path) }));
    for (const batch of splitIntoBatches(remainingFiles, this.#maxBytes)) {
      yield* await hideRefusal(folderUri, () => this.#describe(batch, signal));
    }
  }

  /**
   * Returns at most 101 URIs that start with the typed text. These are URIs of revisions, or, once the text contains a
   * revision, URIs of files in that revision.
   */
  override async complete(prefix: string, { signal }: CallOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    if (!this.#isShortEnough(prefix)) return [];
    const uris = await gitCompletions(prefix, {
      revisions: () => this.#repository.revisions(signal),
      files: (revision) => this.#repository.files(revision, '', this.#maxFiles, signal),
    });
    return uris.filter((uri) => this.#isShortEnough(uri)).slice(0, MAX_COMPLETED);
  }

  #isShortEnough(uri: string): boolean {
    return uri.length <= this.#maxUriLength;
  }

  async #readFile(location: GitFileLocation, signal?: AbortSignal): Promise<ResourceContents> {
    const { uri, file } = await this.#locate(location, signal);
    if (file.size > this.#maxBytes) throw tooLargeError(uri, gitName(location), this.#maxBytes);
    return createContents(uri, file.path, (await this.#repository.contents(file.id, this.#maxBytes, signal)).bytes);
  }

  async #readText(location: GitText, signal?: AbortSignal): Promise<ResourceContents> {
    const [maxBytes, uri] = [this.#maxBytes, gitUri(location)];
    const output = await this.#repository.text(location, { maxBytes, maxEntries: this.#maxEntries, signal });
    if (output.isTruncated) throw tooLargeError(uri, gitName(location), maxBytes);
    return { uri, mimeType: location.kind === 'log' ? 'text/plain' : 'text/x-diff', text: output.bytes.toString() };
  }

  async #locate(location: GitFileLocation, signal?: AbortSignal): Promise<LocatedFile> {
    const { revision, path } = location;
    return { uri: gitUri(location), file: await this.#repository.file(revision, path, signal) };
  }

  #describe(files: readonly LocatedFile[], signal?: AbortSignal): Promise<ListedResource[]> {
    return describeFiles(files, this.#repository, { maxBytes: this.#maxBytes, signal });
  }

  /** Returns the files in and below a folder, sorted. */
  async #filesBelow(folderUri: string, signal?: AbortSignal): Promise<LocatedFile[]> {
    const location = parseGitUri(folderUri.replace(/\/$/, ''), this.#maxUriLength);
    if (location.kind !== 'file') throw new GitRefusal('Only a git:/file URI can name a folder');
    const files = await this.#repository.files(location.revision, location.path, this.#maxFiles, signal);
    const located = files.map((file) => ({ uri: gitUri({ ...location, path: file.path }), file }));
    return located.filter(({ uri }) => this.#isShortEnough(uri)).toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
  }
}

/** The maximum number of completions. Clients receive at most 100; one more completion shows that more exist. */
const MAX_COMPLETED = 101;

type GitFileLocation = Extract<GitLocation, { kind: 'file' }>;

/** Runs a task, and throws a `NotFoundError` instead of a `GitRefusal`, to hide the reason from the client. */
async function hideRefusal<Result>(uri: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof GitRefusal) throw new NotFoundError('resource', uri, { cause });
    throw cause;
  }
}
