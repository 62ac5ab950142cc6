import {
  ANY_SIZE,
  type CallOptions,
  limit,
  type ListOptions,
  type ListedResource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
  type ResourceTemplate,
} from '@cuecard/core';
import { basename, isAbsolute, join } from 'node:path';
import { createContents, tooLargeError } from '../contents.js';
import { FileDescriptions } from './file-descriptions.js';
import { completions } from './file-completion.js';
import { type FileResourcesOptions, fileResourcesOptions } from './file-resources-options.js';
import { fileUris } from './file-uris.js';
import { sortsAfter, listFiles, entriesAfter } from './file-walk.js';
import { FileWatches } from './watched-file.js';
import { type Folder, openFolder, type WalkOptions, describeFolder, contentsOfFolder } from './folder.js';
import { ignorePatterns } from './folder-rules.js';
import { OpenFile } from './open-file.js';
import { Roots } from './roots.js';

/**
 * Reads files below the given folders, by URI or by a path relative to one of the folders. Follows links only to files
 * below the folders. Treats ignored files as missing, and always ignores repositories and secrets.
 */
export class FileResources extends ResourceReader {
  readonly #roots: Roots;
  readonly #maxBytes: number;
  readonly #descriptions: FileDescriptions;
  readonly #watches: FileWatches;
  readonly #hasFolders: boolean;

  /**
   * @throws {TypeError} if an option does not exist, a root is not a folder, the prefixes in `as` do not fit the roots,
   * or patterns are not strings
   * @throws {RangeError} if a limit is invalid
   */
  constructor(options: FileResourcesOptions) {
    super();
    const { roots, as, ignore, folders = false, ...limits } = fileResourcesOptions(options);
    const { maxBytes = 1_048_576, maxUriLength = 16_384, maxWatched = 1000 } = limits;
    const maxLength = limit('maxUriLength', maxUriLength, ANY_SIZE);
    this.#roots = new Roots(fileUris(roots, as), ignorePatterns(ignore), maxLength);
    this.#descriptions = new FileDescriptions(this.#roots);
    this.#hasFolders = folders;
    this.#maxBytes = limit('maxBytes', maxBytes, ANY_SIZE);
    this.#watches = new FileWatches(this.#roots, limit('maxWatched', maxWatched, { ...ANY_SIZE, min: 0 }));
  }

  /** Whether a location is a URI of a file, or a relative path. */
  override accepts(location: string): boolean {
    return this.#roots.accepts(location);
  }

  /**
   * Returns the contents of a file: text if it is UTF-8 without NUL, bytes otherwise. With the option `folders`, also
   * reads folders: the contents of a folder are the URIs of its files and folders.
   * @throws {NotFoundError} if there is no readable regular file
   * @throws {RequestError} if the file is larger than `maxBytes`
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    const folder = await this.#folderAt(uri, signal);
    if (folder !== undefined)
      return contentsOfFolder(
        folder,
        this.#search(() => true, signal),
        this.#maxBytes,
      );
    return this.#withFile(uri, signal, async (file) => {
      const bytes = await file.read(this.#maxBytes, signal);
      const resource = this.#roots.uris.uriOf(file.path);
      if (bytes === undefined) throw tooLargeError(resource, basename(file.path), this.#maxBytes);
      return createContents(resource, file.path, bytes);
    });
  }

  /**
   * Returns a file's path from its root, its MIME type and its size. The MIME type depends on the extension and the
   * first 4096 bytes. The size may be above `maxBytes`.
   * @throws {NotFoundError} if there is no readable regular file
   */
  override async describe(uri: string, { signal }: CallOptions = {}): Promise<ListedResource> {
    const folder = await this.#folderAt(uri, signal);
    if (folder !== undefined) return describeFolder(folder, this.#roots);
    return this.#withFile(uri, signal, (file) => this.#descriptions.describe(file));
  }

  /**
   * Lists the regular files below all roots or below a folder, except links, ignored files and `node_modules`. Omits
   * unreadable files, unless `brief` is set. Does not read a folder whose files all sort before `after`.
   * @throws {NotFoundError} if there is no readable folder
   */
  override async *list({ under, after = '', brief, signal }: ListOptions = {}): AsyncIterable<ListedResource> {
    signal?.throwIfAborted();
    const folders =
      under === undefined
        ? await this.#openRoots()
        : [await this.#openFirst(under, (path) => openFolder(path, this.#roots))];
    const search = { ...this.#search(sortsAfter(after), signal), withFolders: this.#hasFolders };
    const files = entriesAfter(after, listFiles(folders, search));
    if (!brief) yield* this.#descriptions.describeAll(files);
    else for await (const entry of files) yield this.#descriptions.brief(entry);
  }

  /** Returns the folder at a URI if folders are resources, otherwise `undefined`. */
  async #folderAt(uri: string, signal: AbortSignal | undefined): Promise<Folder | undefined> {
    signal?.throwIfAborted();
    return this.#hasFolders
      ? this.#openFirst(uri, (path) => openFolder(path, this.#roots)).catch(() => undefined)
      : undefined;
  }

  /** One template for each root. */
  override get templates(): readonly ResourceTemplate[] {
    return this.#roots.uris.roots.map(({ uri, name }) => {
      return { uriTemplate: `${uri}{+path}`, name, title: 'Files', description: `Files in ${name}` };
    });
  }

  /**
   * Returns at most 101 files that start with the typed text: as URIs if the text starts like a root's URI, otherwise
   * as paths from a root.
   */
  override async complete(prefix: string, { signal }: CallOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    if (prefix.length > this.#roots.maxUriLength) return [];
    const search = this.#search(() => true, signal);
    return completions(prefix, await this.#openRoots(), search);
  }

  /**
   * Calls `onChange` each time the file at the URI changes, is deleted or is created again. If there is a link at the
   * URI, watches its target. Reports a change within about 50 milliseconds, and a new file within a second. Returns the
   * function that stops watching. Until then, the process stays alive.
   * @throws {NotFoundError} if there is no readable regular file
   * @throws {RequestError} if `maxWatched` files are already watched, if this caller watches three quarters of that
   * number, or if the system cannot watch this file
   */
  override async watch(uri: string, onChange: () => void, { signal, auth }: CallOptions = {}): Promise<() => void> {
    const path = await this.#withFile(uri, signal, async (file) => file.path);
    const stop = await this.#watches.add(path, onChange, auth?.principal);
    if (!signal?.aborted) return stop;
    stop();
    throw signal.reason;
  }

  async #withFile<Result>(
    uri: string,
    signal: AbortSignal | undefined,
    use: (file: OpenFile) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const file = await this.#openFirst(uri, (path) => OpenFile.open(path, this.#roots));
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  /** Opens the first path at which `open` does not throw. */
  async #openFirst<Result>(uri: string, open: (path: string) => Promise<Result>): Promise<Result> {
    const causes: unknown[] = [];
    for (const path of this.#candidates(uri)) {
      try {
        return await open(path);
      } catch (cause) {
        causes.push(cause);
      }
    }
    throw new NotFoundError('resource', uri, {
      cause: causes.length === 1 ? causes[0] : new AggregateError(causes, 'No root contains this path'),
    });
  }

  #candidates(uri: string): string[] {
    try {
      return candidatePaths(uri, this.#roots);
    } catch (cause) {
      throw new NotFoundError('resource', uri, { cause });
    }
  }

  /** Opens the roots that are readable now. A root may have been deleted, or become unreadable. */
  async #openRoots(): Promise<Folder[]> {
    const results = await Promise.allSettled(
      this.#roots.uris.roots.map(({ folder }) => openFolder(folder, this.#roots)),
    );
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  #search(includes: WalkOptions['includes'], signal?: AbortSignal): WalkOptions {
    const { uris, maxUriLength } = this.#roots;
    return { uris, includes: (entry) => entry.uri.length <= maxUriLength && includes(entry), signal };
  }
}

/**
 * Returns the paths that a URI or a relative path may mean, in the order of the roots. Does not access the file system.
 * @throws {Error} if the location is too long, or has parts that would change its path
 */
function candidatePaths(location: string, { uris, maxUriLength }: Roots): string[] {
  if (location.length > maxUriLength) throw new Error(`The URI or path is longer than ${maxUriLength} characters`);
  if (location.split(/[\\/]/).includes('..')) throw new Error('The path contains ".."');
  const isUri = uris.isUri(location);
  const path = isUri ? uris.pathOf(location) : location;
  if (path.includes('\0')) throw new Error('The path contains a NUL character');
  if (!isAbsolute(path)) return uris.roots.map(({ folder }) => join(folder, path));
  if (isUri || uris.showPaths) return [path];
  throw new Error('The path is absolute. With `as`, use a URI or a relative path.');
}
