import { nextTurn } from '../promises.js';
import { copyCallOptions, type CallOptions } from '../api/context.js';
import { lengthWithout, displayNameOf } from './resource-address.js';
import type { EmbeddedResource, Resource, ResourceContents, ResourceLink, ResourceTemplate } from '../protocol.js';

/** The number of entries to read before yielding to the event loop, because a list may be endless. */
export const ENTRIES_PER_TURN = 256;

/** The maximum number of URIs that a completion reads. */
export const MAX_COMPLETED_URIS = 10_000;

export interface ListOptions extends CallOptions {
  /**
   * Only resources below this URI, such as a folder.
   * @default everything
   */
  readonly under?: string | undefined;
  /** Only resources after this URI in the list. The resource itself may have been deleted. */
  readonly after?: string | undefined;
  /**
   * Whether to list URIs and names only. Most readers must open a resource to determine its MIME type and size.
   * @default false
   */
  readonly brief?: boolean | undefined;
}

/**
 * Reads resources for prompts, and serves them to clients. It is an abstract class instead of an interface, because
 * injection needs a token at run time. Inject `ResourceReader`, and register an implementation in the container.
 */
export abstract class ResourceReader {
  /**
   * Whether this reader is responsible for a URI, whether or not the resource exists. A runtime calls the first reader
   * that accepts the URI. Must be synchronous.
   * @default true
   */
  accepts(_uri: string): boolean {
    return true;
  }

  /**
   * Reads the contents at a URI, with their MIME type.
   * @throws {NotFoundError} if the resource does not exist or may not be read
   */
  abstract read(uri: string, call?: CallOptions): Promise<ResourceContents>;

  /**
   * Describes the resource at a URI, without its contents: name, MIME type and size in bytes.
   * @throws {NotFoundError} if the resource does not exist or may not be read
   */
  async describe(uri: string, call?: CallOptions): Promise<Resource> {
    return describeContents(await this.read(uri, call));
  }

  /**
   * Lists resources lazily. Their order must not change between pages.
   * @default an empty list, because resources do not have to be listable
   * @throws {NotFoundError} if `under` does not exist or may not be read
   */
  async *list(_options?: ListOptions): AsyncIterable<Resource> {}

  /** URI templates for resources that are too numerous to list. Empty by default. */
  get templates(): readonly ResourceTemplate[] {
    return [];
  }

  /**
   * Returns the URIs that begin with a prefix. The runtime reads the suggested values of a template's variable from
   * these URIs. Clients get at most 100 values, but many URIs may contain one value.
   * @default the first 10,000 matching URIs in the list
   */
  async complete(prefix: string, call?: CallOptions): Promise<string[]> {
    const uris: string[] = [];
    let count = 0;
    for await (const { uri } of this.list({ ...copyCallOptions(call), brief: true })) {
      call?.signal?.throwIfAborted();
      count += 1;
      if (count % ENTRIES_PER_TURN === 0) await nextTurn();
      if (uri.startsWith(prefix)) uris.push(uri);
      if (uris.length === MAX_COMPLETED_URIS) break;
    }
    return uris;
  }

  /**
   * Calls `changed` each time that a resource changes. Returns a function that ends the watch. Omit this method if the
   * reader cannot detect changes.
   * @throws {NotFoundError} if the resource does not exist or may not be read
   */
  watch?(uri: string, changed: () => void, call?: CallOptions): Promise<() => void>;

  /**
   * Calls `changed` each time that the list changes. Returns a function that ends the watch. Omit this method if the
   * reader cannot detect changes.
   */
  watchList?(changed: () => void): () => void;

  /** Reads the contents at a URI as a content block. */
  async embed(uri: string, call?: CallOptions): Promise<EmbeddedResource> {
    return { type: 'resource', resource: await this.read(uri, call) };
  }

  /** Returns a link to the resource at a URI, as a content block. */
  async link(uri: string, call?: CallOptions): Promise<ResourceLink> {
    return { type: 'resource_link', ...(await this.describe(uri, call)) };
  }
}

function describeContents(contents: ResourceContents): Resource {
  const { uri, mimeType } = contents;
  const size = 'text' in contents ? new TextEncoder().encode(contents.text).length : decodedLength(contents.blob);
  return { uri, name: displayNameOf(uri), ...(mimeType !== undefined && { mimeType }), size };
}

function decodedLength(base64: string): number {
  return Math.floor((lengthWithout('=', base64) * 3) / 4);
}
