import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  BLOBS_ARGUMENTS,
  EMPTY_TREE_ARGUMENTS,
  OPEN_ARGUMENTS,
  blobArguments,
  diffArguments,
  entriesArguments,
  entryArguments,
  logArguments,
  stagedArguments,
} from './git-arguments.js';
import { GitCommand, type GitOutput, GitRefusal } from './git-command.js';
import type { GitLocation } from './git-location.js';
import { type GitRevisionScope, GitRevisions, type GitFile, parseBlobs, parseFiles } from './git-revisions.js';

/** The maximum size of a short output of git, in bytes. */
const MAX_SHORT_BYTES = 1_048_576;

/** The maximum size of the header line that git prints before each file of a batch, in bytes. */
const MAX_HEADER_BYTES = 128;

/** The maximum mean size of the entries in a list of files, in bytes. */
const MEAN_ENTRY_BYTES = 256;

export type GitText = Exclude<GitLocation, { kind: 'file' }>;

export interface GitTextLimits {
  readonly maxBytes: number;
  /** The maximum number of commits in a log. */
  readonly maxEntries: number;
  readonly signal?: AbortSignal | undefined;
}

export interface GitRepositoryOptions {
  /** The time limit of one git process. */
  readonly timeoutMs: number;
  readonly revisions: GitRevisionScope;
}

/** A local repository. Only git accesses its files. */
export class GitRepository {
  readonly #folder: string;
  readonly #git: GitCommand;
  readonly #revisions: GitRevisions;
  #opened: Promise<boolean> | undefined;

  /** @throws {TypeError} if the folder does not exist or is a file */
  constructor(folder: string, { timeoutMs, revisions }: GitRepositoryOptions) {
    this.#folder = realFolder(folder);
    this.#git = new GitCommand(this.#folder, timeoutMs);
    this.#revisions = new GitRevisions(this.#git, revisions);
  }

  /**
   * Returns the commit id of a revision.
   * @throws {GitRefusal} if the commit does not exist or may not be read
   */
  async commit(revision: string, signal?: AbortSignal): Promise<string> {
    await this.#isBare();
    return this.#revisions.commit(revision, signal);
  }

  /**
   * Returns the regular file at a path in a revision.
   * @throws {GitRefusal} if the revision or the file does not exist
   */
  async file(revision: string, path: string, signal?: AbortSignal): Promise<GitFile> {
    if (path === '') throw new GitRefusal('The URI does not name a file');
    const commit = await this.commit(revision, signal);
    const { bytes } = await this.#git.run(entryArguments(commit, path), { maxBytes: MAX_SHORT_BYTES, signal });
    const [file] = parseFiles(bytes);
    if (file?.path !== path) throw new GitRefusal('The revision has no regular file at this path');
    return file;
  }

  /**
   * Returns the first `maxFiles` regular files below a folder in a revision, in git's order.
   * @throws {GitRefusal} if the folder does not exist
   */
  async files(revision: string, folder: string, maxFiles: number, signal?: AbortSignal): Promise<GitFile[]> {
    const commit = await this.commit(revision, signal);
    const limits = { maxBytes: MAX_SHORT_BYTES + maxFiles * MEAN_ENTRY_BYTES, signal };
    const { bytes } = await this.#git.run(entriesArguments(commit, folder), limits);
    const files = parseFiles(bytes);
    if (folder !== '' && files[0]?.path.startsWith(`${folder}/`) !== true)
      throw new GitRefusal('The revision has no folder with regular files at this path');
    return files.slice(0, maxFiles);
  }

  /** Returns the first bytes of the file with this id. */
  async contents(id: string, maxBytes: number, signal?: AbortSignal): Promise<GitOutput> {
    return this.#git.run(blobArguments(id), { maxBytes, signal });
  }

  /** Returns the bytes of several files, in a map by file id. */
  async allContents(files: readonly GitFile[], signal?: AbortSignal): Promise<Map<string, Buffer>> {
    if (files.length === 0) return new Map();
    const maxBytes = files.reduce((bytes, { size }) => bytes + size + MAX_HEADER_BYTES, 0);
    const input = files.map(({ id }) => `${id}\n`).join('');
    return parseBlobs((await this.#git.run(BLOBS_ARGUMENTS, { maxBytes, signal, input })).bytes);
  }

  /**
   * Returns the text of a diff or log. A log starts with the newest commit.
   * @throws {GitRefusal} if the revision or path does not exist
   */
  async text(location: GitText, { maxEntries, ...limits }: GitTextLimits): Promise<GitOutput> {
    const { kind, path } = location;
    const tree = await this.#targetTree(location, limits.signal);
    const run = async (args: string[]) =>
      this.#requirePath(await this.#git.run(args, limits), tree, path, limits.signal);
    if (kind === 'staged') return run(stagedArguments(tree, path));
    if (kind === 'log') return run(logArguments(tree, path, maxEntries));
    return run(diffArguments(await this.commit(location.from, limits.signal), tree, path));
  }

  /** Returns the branches and tags that a URI can name, most recently changed first. */
  async revisions(signal?: AbortSignal): Promise<string[]> {
    await this.#isBare();
    return this.#revisions.names(signal);
  }

  /** Whether `HEAD` has a commit. A new repository has no commit. */
  async hasCommits(signal?: AbortSignal): Promise<boolean> {
    try {
      return (await this.commit('HEAD', signal)) !== '';
    } catch (error) {
      if (error instanceof GitRefusal) return false;
      throw error;
    }
  }

  async #targetTree(location: GitText, signal?: AbortSignal): Promise<string> {
    if (location.kind === 'log') return this.commit(location.revision, signal);
    return location.kind === 'diff' ? this.commit(location.to, signal) : this.#stagedBase(signal);
  }

  /** Returns the tree to compare staged changes with. Before the first commit, this is the empty tree. */
  async #stagedBase(signal?: AbortSignal): Promise<string> {
    if (await this.#isBare()) throw new GitRefusal('A bare repository has no staged changes');
    if (await this.hasCommits(signal)) return this.commit('HEAD', signal);
    return (await this.#git.run(EMPTY_TREE_ARGUMENTS, { maxBytes: MAX_SHORT_BYTES, signal })).bytes.toString().trim();
  }

  /**
   * Returns the output. If the output is empty, verifies that the path exists, because the output is also empty for a
   * path without changes.
   */
  async #requirePath(output: GitOutput, tree: string, path: string, signal?: AbortSignal): Promise<GitOutput> {
    if (path === '' || output.bytes.length > 0) return output;
    const { bytes } = await this.#git.run(entryArguments(tree, path), { maxBytes: MAX_SHORT_BYTES, signal });
    if (bytes.length === 0) throw new GitRefusal('There is no file or folder at this path');
    return output;
  }

  /** Whether the repository is bare. The first call also verifies that git is installed and accepts the repository. */
  #isBare(): Promise<boolean> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #open(): Promise<boolean> {
    try {
      const [isBare, prefix] = (await this.#git.run(OPEN_ARGUMENTS, { maxBytes: MAX_SHORT_BYTES })).bytes
        .toString()
        .split('\n');
      if (prefix !== '') throw new GitRefusal('The folder is inside a repository, but is not its top folder');
      return isBare === 'true';
    } catch (cause) {
      if (!(cause instanceof GitRefusal)) throw cause;
      if (!(await this.#git.isInstalled())) throw new Error(GIT_MISSING, { cause });
      throw new TypeError(`git cannot read a repository in ${this.#folder}. ${FOLDER_REMEDY}.`, { cause });
    }
  }
}

function realFolder(folder: string): string {
  try {
    const path = realpathSync(folder);
    if (statSync(path).isDirectory()) return path;
    throw new TypeError('The path is not a folder');
  } catch (cause) {
    throw new TypeError(`There is no repository at ${resolve(folder)}. ${FOLDER_REMEDY}.`, { cause });
  }
}

const GIT_MISSING = 'GitResources cannot find git. Install git, and add it to the PATH of this process.';
const FOLDER_REMEDY = 'Pass GitResources the top folder of a repository that the user of this process owns';
