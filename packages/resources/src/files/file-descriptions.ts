import type { ListedResource } from '@cuecard/core';
import { BYTES_SNIFFED, mimeTypeOf } from '../contents.js';
import { isFolder, type FolderEntry, describeFolder, mapWithLookahead } from './folder.js';
import { OpenFile } from './open-file.js';
import type { Roots } from './roots.js';

/** The number of files that a list opens at the same time. */
const OPEN_AHEAD = 8;

/** The entries of files and folders in lists. */
export class FileDescriptions {
  readonly #roots: Roots;

  constructor(roots: Roots) {
    this.#roots = roots;
  }

  async describe(file: OpenFile): Promise<ListedResource> {
    return {
      uri: this.#roots.uris.uriOf(file.path),
      name: this.#roots.nameOf(file.path),
      mimeType: mimeTypeOf(file.path, await file.head(BYTES_SNIFFED)),
      size: file.size,
    };
  }

  /** Omits files that cannot be read. */
  async *describeAll(entries: AsyncIterable<FolderEntry>): AsyncGenerator<ListedResource> {
    for await (const resource of mapWithLookahead(entries, (entry) => this.#describeEntry(entry), OPEN_AHEAD)) {
      if (resource !== undefined) yield resource;
    }
  }

  /** Returns only the URI and the name, without opening the file. */
  brief(entry: FolderEntry): ListedResource {
    if (!isFolder(entry)) return { uri: entry.uri, name: this.#roots.nameOf(entry.path) };
    const { uri, name } = describeFolder(entry, this.#roots);
    return { uri, name };
  }

  async #describeEntry(entry: FolderEntry): Promise<ListedResource | undefined> {
    if (isFolder(entry)) return describeFolder(entry, this.#roots);
    const { path } = entry;
    const result = OpenFile.open(path, this.#roots, path).then((file) =>
      this.describe(file).finally(() => file.close()),
    );
    return result.catch(() => undefined);
  }
}
