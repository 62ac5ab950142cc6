import {
  type CallOptions,
  PromptError,
  type ResourceContents,
  ResourceNotFoundError,
  ResourceReader,
} from '@cuecard/core';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { candidatePaths } from './file-location.js';
import { filesBelow, realFolder } from './folder.js';
import { mimeTypeOfBinary, mimeTypeOfText } from './mime-type.js';
import { OpenFile } from './open-file.js';
import { Roots } from './roots.js';
import { textOf } from './text.js';

export interface FileResourcesOptions {
  /** The folders below which files may be read; a relative path is looked for in each, in this order. */
  readonly roots: readonly string[];
  /**
   * The size of the largest file that is read, in bytes; a larger one is an error that says so.
   * @default 1048576
   */
  readonly maxBytes?: number;
  /**
   * How many files `list` gives at most: the first in order, without a word about the others.
   * @default 1000
   */
  readonly maxEntries?: number;
}

/** JSON-RPC's code for parameters that cannot be met. */
const INVALID_PARAMS = -32602;

/**
 * Reads files below the given folders, by `file:` URI or by a path relative to one of them. Links are followed as long
 * as they lead below the folders. What is in a `.git` is as good as absent: repositories keep credentials there.
 */
export class FileResources extends ResourceReader {
  readonly #roots: Roots;
  readonly #maxBytes: number;
  readonly #maxEntries: number;

  /** @throws {TypeError} for a root that is no folder */
  constructor({ roots, maxBytes = 1_048_576, maxEntries = 1000 }: FileResourcesOptions) {
    super();
    this.#roots = new Roots(roots);
    this.#maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
  }

  /**
   * The contents of a file: its text when it is UTF-8 without NUL, its bytes otherwise.
   * @throws {ResourceNotFoundError} when there is no regular file that may be read
   * @throws {PromptError} for a file larger than `maxBytes`
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    signal?.throwIfAborted();
    const file = await this.#first(uri, (path) => OpenFile.open(path, this.#roots));
    try {
      const bytes = await file.read(this.#maxBytes, signal);
      if (bytes === undefined) throw tooLarge(file.path, this.#maxBytes);
      return contentsOf(file.path, bytes);
    } finally {
      await file.close();
    }
  }

  /**
   * The `file:` URIs of the regular files in a folder and the folders below it, sorted; without links, and without
   * what is in a `.git` or `node_modules`. There are `maxEntries` at most.
   * @throws {ResourceNotFoundError} when there is no folder that may be read
   */
  override async list(uri: string, { signal }: CallOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    const folder = await this.#first(uri, (path) => realFolder(path, this.#roots));
    const uris: string[] = [];
    for await (const file of filesBelow(folder, signal)) {
      if (uris.length >= this.#maxEntries) break;
      uris.push(file);
    }
    return uris;
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
    throw new ResourceNotFoundError(uri, {
      cause: causes.length === 1 ? causes[0] : new AggregateError(causes, 'No root has it'),
    });
  }
}

function contentsOf(path: string, bytes: Buffer): ResourceContents {
  const uri = pathToFileURL(path).href;
  const text = textOf(bytes);
  if (text === undefined) return { uri, mimeType: mimeTypeOfBinary(path), blob: bytes.toString('base64') };
  return { uri, mimeType: mimeTypeOfText(path, text), text };
}

function tooLarge(path: string, maxBytes: number): PromptError {
  const message = `${basename(path)} is larger than ${maxBytes} bytes, the most that is read here`;
  const remedy = 'Name a smaller file, or raise maxBytes of FileResources';
  return new PromptError(`${message}. ${remedy}.`, {
    code: INVALID_PARAMS,
    data: { uri: pathToFileURL(path).href, maxBytes },
  });
}
