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
import { basename } from 'node:path';
import { contentsOf, tooLarge } from '../contents.js';
import { completions } from './file-completion.js';
import { candidatePaths } from './file-location.js';
import { type FileResourcesOptions, fileResourcesOptions } from './file-resources-options.js';
import { fileUris } from './file-uris.js';
import { comesAfter, filesOf } from './file-walk.js';
import { FileWatches } from './file-watches.js';
import { type Folder, openFolder, type Place, type Search } from './folder.js';
import { ignorePatterns } from './folder-rules.js';
import { madeAhead } from './lookahead.js';
import { BYTES_SNIFFED, mimeTypeOf } from '../mime-type.js';
import { OpenFile } from './open-file.js';
import { Roots } from './roots.js';

/** How many files a list has open at the same time. */
const OPEN_AHEAD = 8;

/**
 * Reads files below the given folders, by URI or by a path relative to one of them. Links are followed as long as they
 * lead below the folders. What is ignored is as if it were not there: repositories and secrets always are.
 */
export class FileResources extends ResourceReader {
  readonly #roots: Roots;
  readonly #maxBytes: number;
  readonly #watches: FileWatches;

  /**
   * @throws {TypeError} for an option that does not exist, for a root that is not a folder, for prefixes in `as` that
   * do not fit the roots, and for patterns that are not texts
   * @throws {RangeError} if a limit is invalid
   */
  constructor(options: FileResourcesOptions) {
    super();
    const { roots, as, ignore, ...limits } = fileResourcesOptions(options);
    const { maxBytes = 1_048_576, maxUriLength = 16_384, maxWatched = 1000 } = limits;
    const maxLength = limit('maxUriLength', maxUriLength, ANY_SIZE);
    this.#roots = new Roots(fileUris(roots, as), ignorePatterns(ignore), maxLength);
    this.#maxBytes = limit('maxBytes', maxBytes, ANY_SIZE);
    this.#watches = new FileWatches(this.#roots, limit('maxWatched', maxWatched, { ...ANY_SIZE, least: 0 }));
  }

  /** The URIs of its files, and relative paths. */
  override accepts(location: string): boolean {
    return this.#roots.accepts(location);
  }

  /**
   * The contents of a file: its text when it is UTF-8 without NUL, its bytes otherwise.
   * @throws {NotFoundError} when there is no regular file that may be read
   * @throws {RequestError} for a file larger than `maxBytes`
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    return this.#opened(uri, signal, async (file) => {
      const bytes = await file.read(this.#maxBytes, signal);
      const resource = this.#roots.uris.uriOf(file.path);
      if (bytes === undefined) throw tooLarge(resource, basename(file.path), this.#maxBytes);
      return contentsOf(resource, file.path, bytes);
    });
  }

  /**
   * A file's path from its root, its MIME type by its ending and its first 4096 bytes, and its size, which may be more
   * than is read.
   * @throws {NotFoundError} when there is no regular file that may be read
   */
  override async describe(uri: string, { signal }: CallOptions = {}): Promise<ListedResource> {
    return this.#opened(uri, signal, (file) => this.#about(file));
  }

  /**
   * The regular files below all roots, or in a folder and those below it; without links, what is ignored or in a
   * `node_modules`, and, unless it is `brief`, what cannot be read. A folder that `after` has passed is not looked into.
   * @throws {NotFoundError} when there is no folder that may be read
   */
  override async *list({ under, after = '', brief, signal }: ListOptions = {}): AsyncIterable<ListedResource> {
    signal?.throwIfAborted();
    const folders =
      under === undefined ? await this.#folders() : [await this.#first(under, (path) => openFolder(path, this.#roots))];
    const files = filesOf(folders, this.#search(comesAfter(after), signal));
    if (brief) for await (const { path, uri } of files) yield { uri, name: this.#roots.nameOf(path) };
    else yield* this.#described(files);
  }

  async *#described(files: AsyncIterable<Place>): AsyncIterable<ListedResource> {
    for await (const resource of madeAhead(files, ({ path }) => this.#aboutPath(path), OPEN_AHEAD)) {
      if (resource !== undefined) yield resource;
    }
  }

  /** One per root. */
  override get templates(): readonly ResourceTemplate[] {
    return this.#roots.uris.roots.map(({ uri, name }) => {
      return { uriTemplate: `${uri}{+path}`, name, title: 'Files', description: `Files in ${name}` };
    });
  }

  /**
   * The files that what was typed may become, 100 at most: their URIs if it begins with the scheme of one, and
   * otherwise their paths from a root.
   */
  override async complete(prefix: string, { signal }: CallOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    if (prefix.length > this.#roots.maxUriLength) return [];
    const search = this.#search(() => true, signal);
    return completions(prefix, await this.#folders(), search);
  }

  /**
   * Calls `changed` each time that the file at the URI, or that a link there leads to now, has changed, was deleted or
   * has come back, within some 50 milliseconds, and for a file that comes back within a second; returns the function
   * that ends this. Until then the process goes on.
   * @throws {NotFoundError} when there is no regular file that may be read
   * @throws {RequestError} when `maxWatched` files are watched already, or the system cannot watch this one
   */
  override async watch(uri: string, changed: () => void, { signal }: CallOptions = {}): Promise<() => void> {
    const path = await this.#opened(uri, signal, async (file) => file.path);
    const end = await this.#watches.add(path, changed);
    if (!signal?.aborted) return end;
    end();
    throw signal.reason;
  }

  async #opened<Result>(
    uri: string,
    signal: AbortSignal | undefined,
    use: (file: OpenFile) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const file = await this.#first(uri, (path) => OpenFile.open(path, this.#roots));
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  /** What `open` makes of the first path that it takes. */
  async #first<Opened>(uri: string, open: (path: string) => Promise<Opened>): Promise<Opened> {
    const causes: unknown[] = [];
    for (const path of this.#candidates(uri)) {
      try {
        return await open(path);
      } catch (cause) {
        causes.push(cause);
      }
    }
    throw new NotFoundError('resource', uri, {
      cause: causes.length === 1 ? causes[0] : new AggregateError(causes, 'No root has it'),
    });
  }

  #candidates(uri: string): string[] {
    try {
      return candidatePaths(uri, this.#roots);
    } catch (cause) {
      throw new NotFoundError('resource', uri, { cause });
    }
  }

  /** The roots that there are: a folder can be deleted, or be made unreadable. */
  async #folders(): Promise<Folder[]> {
    const opened = await Promise.allSettled(
      this.#roots.uris.roots.map(({ folder }) => openFolder(folder, this.#roots)),
    );
    return opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  #search(wanted: Search['wanted'], signal?: AbortSignal): Search {
    const { uris, maxUriLength } = this.#roots;
    return { uris, wanted: (place) => place.uri.length <= maxUriLength && wanted(place), signal };
  }

  async #aboutPath(path: string): Promise<ListedResource | undefined> {
    const about = OpenFile.open(path, this.#roots, path).then((file) => this.#about(file).finally(() => file.close()));
    return about.catch(() => undefined);
  }

  async #about(file: OpenFile): Promise<ListedResource> {
    return {
      uri: this.#roots.uris.uriOf(file.path),
      name: this.#roots.nameOf(file.path),
      mimeType: mimeTypeOf(file.path, await file.head(BYTES_SNIFFED)),
      size: file.size,
    };
  }
}
