import type { ListedResource } from '@cuecard/core';
import { BYTES_SNIFFED, mimeTypeOf } from '../contents.js';
import { isFolder, type FolderEntry, aboutFolder, mapWithLookahead } from './folder.js';
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

  async of(file: OpenFile): Promise<ListedResource> {
    return {
      uri: this.#roots.uris.uriOf(file.path),
      name: this.#roots.nameOf(file.path),
      mimeType: mimeTypeOf(file.path, await file.head(BYTES_SNIFFED)),
      size: file.size,
    };
  }

  /** Omits those that cannot be read. */
  async *describeAll(places: AsyncIterable<FolderEntry>): AsyncGenerator<ListedResource> {
    for await (const resource of mapWithLookahead(places, (place) => this.#describe(place), OPEN_AHEAD)) {
      if (resource !== undefined) yield resource;
    }
  }

  /** Only the URI and the name, without opening anything. */
  brief(place: FolderEntry): ListedResource {
    if (!isFolder(place)) return { uri: place.uri, name: this.#roots.nameOf(place.path) };
    const { uri, name } = aboutFolder(place, this.#roots);
    return { uri, name };
  }

  async #describe(place: FolderEntry): Promise<ListedResource | undefined> {
    if (isFolder(place)) return aboutFolder(place, this.#roots);
    const { path } = place;
    const about = OpenFile.open(path, this.#roots, path).then((file) => this.of(file).finally(() => file.close()));
    return about.catch(() => undefined);
  }
}
