import {
  type CallOptions,
  type OptionKinds,
  validateOptions,
  type ListOptions,
  type ListedResource,
  type ResourceContents,
  NotFoundError,
  ResourceReader,
} from '@cuecard/core';
import { createContents, mimeTypeOfText } from './contents.js';

interface ResourceMetadata {
  /** An absolute URI, such as `memo:style-guide`. Requests must match it exactly. */
  readonly uri: string;
  /** @default the last part of the URI's path */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** @default determined from the extension in the URI and from the contents */
  readonly mimeType?: string;
}

/** A resource with its contents: text or bytes. Bytes are sent as text if they are UTF-8 without NUL. */
export type MemoryResource = ResourceMetadata &
  ({ readonly text: string; readonly bytes?: never } | { readonly bytes: Uint8Array; readonly text?: never });

interface StoredResource {
  readonly contents: ResourceContents;
  readonly metadata: Partial<ListedResource>;
}

/**
 * Serves resources from memory. Copies the objects that are passed in or returned, so later changes to these objects
 * have no effect.
 */
export class MemoryResources extends ResourceReader {
  readonly #resources = new Map<string, StoredResource>();
  readonly #watchers = new Map<string, Set<{ readonly onChange: () => void }>>();
  readonly #listWatchers = new Set<{ readonly onChange: () => void }>();

  /** @throws {TypeError} if a URI is invalid or used twice, an option is unknown, or a resource has no contents */
  constructor(resources: Iterable<MemoryResource> = []) {
    super();
    for (const resource of resources) {
      if (this.#resources.has(resource.uri))
        throw new TypeError(
          `MemoryResources: two resources have the URI "${resource.uri}". Use a different URI for each.`,
        );
      this.set(resource);
    }
  }

  /**
   * Adds the resource at a URI, or replaces it, and notifies its watchers.
   * @throws {TypeError} if the URI is invalid, an option is unknown, or there are no contents
   */
  set(resource: MemoryResource): void {
    const isNew = !this.#resources.has(resource.uri);
    this.#resources.set(resource.uri, toStored(resource));
    this.#notify(resource.uri);
    if (isNew) this.#notifyList();
  }

  /** Removes a resource and notifies its watchers. Returns `false` if the resource does not exist. */
  delete(uri: string): boolean {
    const existed = this.#resources.delete(uri);
    if (existed) {
      this.#notify(uri);
      this.#notifyList();
    }
    return existed;
  }

  /** Whether a resource has exactly this URI. */
  override accepts(uri: string): boolean {
    return this.#resources.has(uri);
  }

  /**
   * Returns the text or bytes of a resource, with their MIME type.
   * @throws {NotFoundError} if no resource has exactly this URI
   */
  override async read(uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
    signal?.throwIfAborted();
    return { ...this.#require(uri).contents };
  }

  /**
   * Returns the metadata of a resource. Missing properties are derived from its URI and contents.
   * @throws {NotFoundError} if no resource has exactly this URI
   */
  override async describe(uri: string, call?: CallOptions): Promise<ListedResource> {
    return { ...(await super.describe(uri, call)), ...this.#require(uri).metadata };
  }

  /**
   * Lists all resources, or those whose URIs start with `under` and a slash.
   * @throws {NotFoundError} if no URI starts with `under`
   */
  override async *list({ under, after = '', ...call }: ListOptions = {}): AsyncIterable<ListedResource> {
    call.signal?.throwIfAborted();
    for (const uri of this.#urisUnder(under)) {
      if (uri > after && this.#resources.has(uri)) yield await this.describe(uri, call);
    }
  }

  /**
   * Calls `onChange` each time the resource is set or deleted. Returns the function that stops watching.
   * @throws {NotFoundError} if no resource has exactly this URI
   */
  override async watch(uri: string, onChange: () => void, { signal }: CallOptions = {}): Promise<() => void> {
    signal?.throwIfAborted();
    this.#require(uri);
    const watchers = this.#watchers.get(uri) ?? new Set();
    const watcher = { onChange };
    this.#watchers.set(uri, watchers.add(watcher));
    return () => {
      if (watchers.delete(watcher) && watchers.size === 0) this.#watchers.delete(uri);
    };
  }

  /** Calls `onChange` each time a resource is added or removed. Returns the function that stops watching. */
  override watchList(onChange: () => void): () => void {
    const watcher = { onChange };
    this.#listWatchers.add(watcher);
    return () => void this.#listWatchers.delete(watcher);
  }

  #require(uri: string): StoredResource {
    const resource = this.#resources.get(uri);
    if (resource === undefined)
      throw new NotFoundError('resource', uri, { cause: new Error('MemoryResources has no resource with this URI') });
    return resource;
  }

  #urisUnder(under?: string): string[] {
    const uris = [...this.#resources.keys()].toSorted((first, second) => (first < second ? -1 : 1));
    if (under === undefined) return uris;
    const folder = /[/:]$/.test(under) ? under : `${under}/`;
    const matching = uris.filter((uri) => uri.startsWith(folder));
    if (matching.length > 0) return matching;
    throw new NotFoundError('resource', under, {
      cause: new Error('MemoryResources has no resource below this URI'),
    });
  }

  #notifyList(): void {
    for (const watcher of this.#listWatchers)
      queueMicrotask(() => this.#listWatchers.has(watcher) && watcher.onChange());
  }

  // Runs each watcher in its own microtask, so that a watcher that throws does not stop the others.
  #notify(uri: string): void {
    const watchers = this.#watchers.get(uri) ?? [];
    for (const watcher of watchers) queueMicrotask(() => this.#watchers.get(uri)?.has(watcher) && watcher.onChange());
  }
}

const OPTIONS: OptionKinds<MemoryResource> = {
  uri: true,
  name: true,
  title: true,
  description: true,
  mimeType: true,
  text: true,
  bytes: true,
};

function toStored(resource: MemoryResource): StoredResource {
  const { uri, text, bytes, ...metadata } = resource;
  checkUri(uri);
  validateOptions(`MemoryResources: the resource "${uri}"`, resource, OPTIONS);
  const path = uri.replace(/[?#].*$/s, '');
  const content = text === undefined ? copyBytes(uri, bytes) : Buffer.from(text);
  const detected =
    text === undefined ? createContents(uri, path, content) : { uri, mimeType: mimeTypeOfText(path, text), text };
  const contents = metadata.mimeType === undefined ? detected : { ...detected, mimeType: metadata.mimeType };
  return { contents, metadata: { ...metadata, size: content.length } };
}

function copyBytes(uri: string, bytes: Uint8Array | undefined): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes);
  throw new TypeError(`MemoryResources: the resource "${uri}" has no contents. Set \`text\` or \`bytes\`.`);
}

// Matches white space and control characters, which the URL parser would silently drop.
const BLANK = /[\s\p{Cc}]/u;

function checkUri(uri: string): void {
  try {
    if (BLANK.test(uri)) throw new Error('The URI contains white space or a control character');
    new URL(uri); // oxlint-disable-line no-new
  } catch (cause) {
    throw new TypeError(
      `MemoryResources: "${uri}" is not a valid URI. Use an absolute URI, such as memo:style-guide.`,
      {
        cause,
      },
    );
  }
}
