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
import { contentsOf, tooLarge } from '../contents.js';
import { gitCompletions } from './git-completion.js';
import { type LocatedFile, batchesOf, describedFiles } from './git-description.js';
import { type GitLocation, gitLocation, gitName, gitUri, MAX_URI_LENGTH } from './git-location.js';
import { GitRefusal } from './git-refusal.js';
import { GitRepository, type GitText } from './git-repository.js';
import { type GitResourcesOptions, gitResourcesOptions } from './git-resources-options.js';
import { GIT_TEMPLATES } from './git-templates.js';

/**
 * Reads a git repository, by URIs of these kinds:
 *
 * - `git:/file/<revision>/<path>`: a file, as it was at a revision
 * - `git:/diff/<from>..<to>` and `git:/diff/<from>..<to>/<path>`: what has changed from one revision to another, in
 *   all files, or in one file or folder
 * - `git:/diff/staged` and `git:/diff/staged/<path>`: what the next commit would change
 * - `git:/log/<revision>` and `git:/log/<revision>/<path>`: the newest commits that lead to a revision
 *
 * A revision is a branch, a tag or the id of a commit, with steps back such as `HEAD~3` or `main^2`. Commits that
 * neither `HEAD` nor a branch or tag leads to are as if they were not there, unless `revisions` is `any`. A revision is one segment of the
 * path, so the slash of `feature/x` is encoded: `feature%2Fx`. A path is what follows, from the top of the
 * repository, with no character encoded that stands for a slash or a dot.
 *
 * Only git reads the repository, in an environment of its own: it reads no configuration of a person or machine,
 * starts no program that the repository's configuration names, and fetches nothing. Links and submodules are as good
 * as absent. Needs git 2.30 or later.
 */
export class GitResources extends ResourceReader {
  readonly #repository: GitRepository;
  readonly #maxBytes: number;
  readonly #maxEntries: number;
  readonly #maxFiles: number;
  readonly #maxUriLength: number;

  /**
   * @throws {TypeError} for an option that does not exist, and for a repository that is nowhere; one that is no repository shows at first use
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
    this.#maxUriLength = limit('maxUriLength', maxUriLength, { most: MAX_URI_LENGTH });
  }

  override get templates(): readonly ResourceTemplate[] {
    return GIT_TEMPLATES;
  }

  /** `git:` URIs. */
  override accepts(uri: string): boolean {
    return /^git:/i.test(uri);
  }

  /**
   * The contents of a file: its text when it is UTF-8 without NUL, its bytes otherwise. Diffs are `text/x-diff`, logs
   * `text/plain`; what is no UTF-8 in them is replaced.
   * @throws {NotFoundError} when there is nothing that may be read
   * @throws {RequestError} for more than `maxBytes`, and when git takes longer than `timeoutMs`
   * @throws {TypeError} when the repository is none, or is not its user's own
   * @throws {Error} when git is not installed
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    signal?.throwIfAborted();
    return allowed(uri, async () => {
      const location = gitLocation(uri, this.#maxUriLength);
      return location.kind === 'file' ? this.#file(location, signal) : this.#text(location, signal);
    });
  }

  /**
   * What is behind a URI. The size of a file is known without its contents; git has to make those of a diff or a log.
   * @throws as `read`, though a file may be of any size
   */
  override async describe(uri: string, call: CallOptions = {}): Promise<ListedResource> {
    call.signal?.throwIfAborted();
    return allowed(uri, async () => {
      const location = gitLocation(uri, this.#maxUriLength);
      if (location.kind !== 'file') return { ...(await super.describe(uri, call)), name: gitName(location) };
      const [described] = await this.#described([await this.#located(location, call.signal)], call.signal);
      if (described === undefined) throw new GitRefusal('git gave no description of it');
      return described;
    });
  }

  /**
   * The regular files of a revision, or of a folder of one, with the names, MIME types and sizes that `describe`
   * gives: those at HEAD unless `under` is another `git:/file/<revision>` or `git:/file/<revision>/<folder>`. A
   * repository without commits has none. MIME types are found as the list is read.
   * @throws {NotFoundError} when there is no folder that may be read
   */
  override async *list({ under, after, brief, signal }: ListOptions = {}): AsyncIterable<ListedResource> {
    signal?.throwIfAborted();
    if (under === undefined && !(await this.#repository.hasCommits(signal))) return;
    const place = under ?? 'git:/file/HEAD';
    const files = await allowed(place, () => this.#below(place, signal));
    const remaining = after === undefined ? files : files.filter(({ uri }) => uri > after);
    if (brief) return yield* remaining.map(({ uri, file }) => ({ uri, name: basename(file.path) }));
    for (const batch of batchesOf(remaining, this.#maxBytes)) {
      yield* await allowed(place, () => this.#described(batch, signal));
    }
  }

  /** The URIs that begin with what was typed, 100 at most: of revisions first, then of the files that one has. */
  override async complete(prefix: string, { signal }: CallOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    if (!this.#canBeRead(prefix)) return [];
    const uris = await gitCompletions(prefix, {
      revisions: () => this.#repository.revisions(signal),
      files: (revision) => this.#repository.files(revision, '', this.#maxFiles, signal),
    });
    return uris.filter((uri) => this.#canBeRead(uri)).slice(0, MAX_COMPLETED);
  }

  #canBeRead(uri: string): boolean {
    return uri.length <= this.#maxUriLength;
  }

  async #file(location: GitFileLocation, signal?: AbortSignal): Promise<ResourceContents> {
    const { uri, file } = await this.#located(location, signal);
    if (file.size > this.#maxBytes) throw tooLarge(uri, gitName(location), this.#maxBytes);
    return contentsOf(uri, file.path, (await this.#repository.contents(file.id, this.#maxBytes, signal)).bytes);
  }

  async #text(location: GitText, signal?: AbortSignal): Promise<ResourceContents> {
    const [maxBytes, uri] = [this.#maxBytes, gitUri(location)];
    const output = await this.#repository.text(location, { maxBytes, maxEntries: this.#maxEntries, signal });
    if (output.isCut) throw tooLarge(uri, gitName(location), maxBytes);
    return { uri, mimeType: location.kind === 'log' ? 'text/plain' : 'text/x-diff', text: output.bytes.toString() };
  }

  async #located(location: GitFileLocation, signal?: AbortSignal): Promise<LocatedFile> {
    const { revision, path } = location;
    return { uri: gitUri(location), file: await this.#repository.file(revision, path, signal) };
  }

  #described(files: readonly LocatedFile[], signal?: AbortSignal): Promise<ListedResource[]> {
    return describedFiles(files, this.#repository, { maxBytes: this.#maxBytes, signal });
  }

  /** The files in and below a folder, sorted. */
  async #below(place: string, signal?: AbortSignal): Promise<LocatedFile[]> {
    const location = gitLocation(place.replace(/\/$/, ''), this.#maxUriLength);
    if (location.kind !== 'file') throw new GitRefusal('It is no place that has files');
    const files = await this.#repository.files(location.revision, location.path, this.#maxFiles, signal);
    const located = files.map((file) => ({ uri: gitUri({ ...location, path: file.path }), file }));
    return located.filter(({ uri }) => this.#canBeRead(uri)).toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
  }
}

const MAX_COMPLETED = 100;

type GitFileLocation = Extract<GitLocation, { kind: 'file' }>;

/** Hides from the client why there is nothing to read. */
async function allowed<Result>(uri: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof GitRefusal) throw new NotFoundError('resource', uri, { cause });
    throw cause;
  }
}
