import {
  type CallOptions,
  type Known,
  knownOptions,
  type ListOptions,
  type ListedResource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
} from '@cuecard/core';
import { contentsOf, mimeTypeOfText } from './contents.js';

interface ResourceFacts {
  /** An absolute URI, such as `memo:style-guide`. Requests must match it exactly. */
  readonly uri: string;
  /** @default the last part of the URI's path */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** @default the type that the ending of the URI's path and the contents suggest */
  readonly mimeType?: string;
}

/** A resource with its contents: text, or bytes, which are sent as text if they are UTF-8 without NUL. */
export type MemoryResource = ResourceFacts &
  ({ readonly text: string; readonly bytes?: never } | { readonly bytes: Uint8Array; readonly text?: never });

interface StoredResource {
  readonly contents: ResourceContents;
  readonly about: Partial<ListedResource>;
}

/**
 * Serves the resources it was given and those set later. Objects are copied: changing one afterwards has no effect.
 */
export class MemoryResources extends ResourceReader {
  readonly #resources = new Map<string, StoredResource>();
  readonly #watchers = new Map<string, Set<{ readonly changed: () => void }>>();
  readonly #listWatchers = new Set<{ readonly changed: () => void }>();

  /** @throws {TypeError} if a URI is invalid or used twice, an option is unknown, or a resource has no contents */
  constructor(resources: Iterable<MemoryResource> = []) {
    super();
    for (const resource of resources) {
      if (this.#resources.has(resource.uri))
        throw new TypeError(`Two resources have the URI "${resource.uri}". Give each its own.`);
      this.set(resource);
    }
  }

  /**
   * Adds a resource, or replaces the one with its URI, and notifies its watchers.
   * @throws {TypeError} if the URI is invalid, an option is unknown, or there are no contents
   */
  set(resource: MemoryResource): void {
    const isNew = !this.#resources.has(resource.uri);
    this.#resources.set(resource.uri, storedResource(resource));
    this.#notify(resource.uri);
    if (isNew) this.#listChanged();
  }

  /** Removes a resource, and notifies its watchers; returns `false` if there was none. */
  delete(uri: string): boolean {
    const existed = this.#resources.delete(uri);
    if (existed) {
      this.#notify(uri);
      this.#listChanged();
    }
    return existed;
  }

  /** Whether it has a resource with exactly this URI. */
  override accepts(uri: string): boolean {
    return this.#resources.has(uri);
  }

  /**
   * The given text or bytes, with their MIME type.
   * @throws {NotFoundError} if there is no resource with exactly this URI
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    signal?.throwIfAborted();
    return { ...this.#at(uri).contents };
  }

  /**
   * The given description of a resource, completed from its URI and contents.
   * @throws {NotFoundError} if there is no resource with exactly this URI
   */
  override async describe(uri: string, call?: CallOptions): Promise<ListedResource> {
    return { ...(await super.describe(uri, call)), ...this.#at(uri).about };
  }

  /**
   * All resources, or those whose URIs continue `under` after a slash.
   * @throws {NotFoundError} if there is none under `under`
   */
  override async *list({ under, after = '', ...call }: ListOptions = {}): AsyncIterable<ListedResource> {
    call.signal?.throwIfAborted();
    for (const uri of this.#urisUnder(under)) {
      if (uri > after && this.#resources.has(uri)) yield await this.describe(uri, call);
    }
  }

  /**
   * Calls `changed` each time the resource is set or deleted; returns the function that ends this.
   * @throws {NotFoundError} if there is no resource with exactly this URI
   */
  override async watch(uri: string, changed: () => void, { signal }: CallOptions = {}): Promise<() => void> {
    signal?.throwIfAborted();
    this.#at(uri);
    const watchers = this.#watchers.get(uri) ?? new Set();
    const watcher = { changed };
    this.#watchers.set(uri, watchers.add(watcher));
    return () => {
      if (watchers.delete(watcher) && watchers.size === 0) this.#watchers.delete(uri);
    };
  }

  /** Calls `changed` each time a resource is added or removed; returns the function that ends this. */
  override watchList(changed: () => void): () => void {
    const watcher = { changed };
    this.#listWatchers.add(watcher);
    return () => void this.#listWatchers.delete(watcher);
  }

  #at(uri: string): StoredResource {
    const resource = this.#resources.get(uri);
    if (resource === undefined)
      throw new NotFoundError('resource', uri, { cause: new Error('MemoryResources has none') });
    return resource;
  }

  #urisUnder(under?: string): string[] {
    const uris = [...this.#resources.keys()].toSorted((one, other) => (one < other ? -1 : 1));
    if (under === undefined) return uris;
    const folder = /[/:]$/.test(under) ? under : `${under}/`;
    const found = uris.filter((uri) => uri.startsWith(folder));
    if (found.length > 0) return found;
    throw new NotFoundError('resource', under, {
      cause: new Error('MemoryResources has none whose URI continues it'),
    });
  }

  #listChanged(): void {
    for (const watcher of this.#listWatchers)
      queueMicrotask(() => this.#listWatchers.has(watcher) && watcher.changed());
  }

  // A failing watcher is its owner's concern, and must not stop the others.
  #notify(uri: string): void {
    const watchers = this.#watchers.get(uri) ?? [];
    for (const watcher of watchers) queueMicrotask(() => this.#watchers.get(uri)?.has(watcher) && watcher.changed());
  }
}

const OPTIONS: Known<MemoryResource> = {
  uri: true,
  name: true,
  title: true,
  description: true,
  mimeType: true,
  text: true,
  bytes: true,
};

function storedResource(resource: MemoryResource): StoredResource {
  const { uri, text, bytes, ...about } = resource;
  checkUri(uri);
  knownOptions(`MemoryResources: the resource "${uri}"`, resource, OPTIONS);
  const path = uri.replace(/[?#].*$/s, '');
  const content = text === undefined ? copyOf(uri, bytes) : Buffer.from(text);
  const found =
    text === undefined ? contentsOf(uri, path, content) : { uri, mimeType: mimeTypeOfText(path, text), text };
  const contents = about.mimeType === undefined ? found : { ...found, mimeType: about.mimeType };
  return { contents, about: { ...about, size: content.length } };
}

function copyOf(uri: string, bytes: Uint8Array | undefined): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes);
  throw new TypeError(`The resource "${uri}" has no contents. Give it text, or bytes.`);
}

// Characters that the URL parser would silently drop.
const BLANK = /[\s\p{Cc}]/u;

function checkUri(uri: string): void {
  try {
    if (BLANK.test(uri)) throw new Error('It contains a blank');
    new URL(uri); // oxlint-disable-line no-new
  } catch (cause) {
    throw new TypeError(`"${uri}" is not a URI. Give the resource an absolute one, such as memo:style-guide.`, {
      cause,
    });
  }
}
