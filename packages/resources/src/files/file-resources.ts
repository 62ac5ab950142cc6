import {
  ANY_SIZE,
  type CallOptions,
  limit,
  type ListOptions,
  type Resource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
  type ResourceTemplate,
} from '@cuecard/core';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contentsOf, tooLarge } from '../contents.js';
import { completions } from './file-completion.js';
import { candidatePaths } from './file-location.js';
import { comesAfter, filesOf } from './file-walk.js';
import { FileWatches } from './file-watches.js';
import { folderPlace, type Place, realFolder } from './folder.js';
import { madeAhead } from './lookahead.js';
import { BYTES_SNIFFED, mimeTypeOf } from '../mime-type.js';
import { OpenFile } from './open-file.js';
import { Roots } from './roots.js';

export interface FileResourcesOptions {
  /** The folders below which files may be read; a relative path is looked for in each, in this order. */
  readonly roots: readonly string[];
  /**
   * The size of the largest file that is read, in bytes; a larger one is an error that says so.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * How many files are watched at the same time; to watch one more is an error that says so. 0 for none.
   * @default 1000
   */
  readonly maxWatched?: number;
}

/** How many files a list has open at the same time. */
const OPEN_AHEAD = 8;

/**
 * Reads files below the given folders, by `file:` URI or by a path relative to one of them. Links are followed as long
 * as they lead below the folders. What is in a `.git` is as good as absent: repositories keep credentials there.
 */
export class FileResources extends ResourceReader {
  readonly #roots: Roots;
  readonly #maxBytes: number;
  readonly #watches: FileWatches;

  /**
   * @throws {TypeError} for a root that is no folder
   * @throws {RangeError} for limits that are none
   */
  constructor({ roots, maxBytes = 1_048_576, maxWatched = 1000 }: FileResourcesOptions) {
    super();
    this.#roots = new Roots(roots);
    this.#maxBytes = limit('maxBytes', maxBytes, ANY_SIZE);
    this.#watches = new FileWatches(this.#roots, limit('maxWatched', maxWatched, { ...ANY_SIZE, least: 0 }));
  }

  /**
   * The contents of a file: its text when it is UTF-8 without NUL, its bytes otherwise.
   * @throws {NotFoundError} when there is no regular file that may be read
   * @throws {RequestError} for a file larger than `maxBytes`
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    return this.#opened(uri, signal, async (file) => {
      const bytes = await file.read(this.#maxBytes, signal);
      const resource = pathToFileURL(file.path).href;
      if (bytes === undefined) throw tooLarge(resource, basename(file.path), this.#maxBytes);
      return contentsOf(resource, file.path, bytes);
    });
  }

  /**
   * A file's path from its root, its MIME type by its ending and its first 4096 bytes, and its size, which may be more
   * than is read.
   * @throws {NotFoundError} when there is no regular file that may be read
   */
  override async describe(uri: string, { signal }: CallOptions = {}): Promise<Resource> {
    return this.#opened(uri, signal, (file) => this.#about(file));
  }

  /**
   * The regular files below all roots, or in a folder and the folders below it; without links, without what is in a
   * `.git` or `node_modules`, and, unless it is `brief`, without what cannot be read. A folder that `after` has passed is not looked into.
   * @throws {NotFoundError} when there is no folder that may be read
   */
  override async *list({ under, after = '', brief, signal }: ListOptions = {}): AsyncIterable<Resource> {
    signal?.throwIfAborted();
    const folders =
      under === undefined ? this.#roots : [await this.#first(under, (path) => realFolder(path, this.#roots))];
    const files = filesOf(folders, comesAfter(after), signal);
    if (brief) for await (const { path, uri } of files) yield { uri, name: this.#roots.check(path) };
    else yield* this.#described(files);
  }

  async *#described(files: AsyncIterable<Place>): AsyncIterable<Resource> {
    for await (const resource of madeAhead(files, ({ path }) => this.#aboutPath(path), OPEN_AHEAD)) {
      if (resource !== undefined) yield resource;
    }
  }

  /** One per root. */
  override get templates(): readonly ResourceTemplate[] {
    return Array.from(this.#roots, (root) => {
      const name = basename(root) || root;
      return { uriTemplate: `${folderPlace(root).uri}{+path}`, name, title: 'Files', description: `Files in ${name}` };
    });
  }

  /**
   * The files that what was typed may become, 100 at most: their URIs if it begins with `file:`, and otherwise their
   * paths from a root.
   */
  override async complete(prefix: string, { signal }: CallOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    return completions(prefix, this.#roots, signal);
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
    for (const path of candidatePaths(uri, this.#roots)) {
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

  async #aboutPath(path: string): Promise<Resource | undefined> {
    try {
      return await this.describe(path);
    } catch {
      return undefined;
    }
  }

  async #about(file: OpenFile): Promise<Resource> {
    return {
      uri: pathToFileURL(file.path).href,
      name: this.#roots.check(file.path),
      mimeType: mimeTypeOf(file.path, await file.head(BYTES_SNIFFED)),
      size: file.size,
    };
  }
}
