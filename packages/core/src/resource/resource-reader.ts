import { MAX_VALUES } from '../protocol.js';
import { nextTurn } from '../pending.js';
import { callOf, type CallOptions } from '../api/context.js';
import type { EmbeddedResource, Resource, ResourceContents, ResourceLink, ResourceTemplate } from '../protocol.js';

/** How many entries are read before other work has its turn: a list may have no end. */
export const ENTRIES_A_TURN = 256;

export interface ListOptions extends CallOptions {
  /**
   * Only what is below this URI, such as a folder.
   * @default everything
   */
  readonly under?: string | undefined;
  /** Only what comes after this URI in the list's order; the resource itself need not exist any more. */
  readonly after?: string | undefined;
  /**
   * Only URIs and names: for MIME types and sizes, most readers have to look at each resource.
   * @default false
   */
  readonly brief?: boolean | undefined;
}

/**
 * Reads what prompts quote. An abstract class, because dependency injection needs a token that exists at run time: ask
 * for a `ResourceReader` in a prompt's constructor, and register the implementation in the container.
 */
export abstract class ResourceReader {
  /**
   * Whether it is the one to ask for a URI. Of several readers that a runtime serves, the first that accepts a URI answers
   * for it. It must answer at once, and need not know whether there is anything at the URI.
   * @default true
   */
  accepts(_uri: string): boolean {
    return true;
  }

  /**
   * The contents behind a URI, with their MIME type.
   * @throws {NotFoundError} when there is nothing that may be read
   */
  abstract read(uri: string, call?: CallOptions): Promise<ResourceContents>;

  /**
   * What is behind a URI, without its contents: name, MIME type and size in bytes.
   * @throws {NotFoundError} when there is nothing that may be read
   */
  async describe(uri: string, call?: CallOptions): Promise<Resource> {
    return describeContents(await this.read(uri, call));
  }

  /**
   * What there is to read, in the order of the URIs' code units, made as it is asked for.
   * @default nothing: not everything that can be read can be listed
   * @throws {NotFoundError} for a place to list that is not there, or may not be read
   */
  async *list(_options?: ListOptions): AsyncIterable<Resource> {}

  /** The kinds of resources that are too many to list; none by default. */
  get templates(): readonly ResourceTemplate[] {
    return [];
  }

  /** The URIs that begin with what was typed, in the order of the list, 100 at most. */
  async complete(prefix: string, call?: CallOptions): Promise<string[]> {
    const found: string[] = [];
    let count = 0;
    for await (const { uri } of this.list({ ...callOf(call), brief: true })) {
      call?.signal?.throwIfAborted();
      count += 1;
      if (count % ENTRIES_A_TURN === 0) await nextTurn();
      if (uri.startsWith(prefix)) found.push(uri);
      if (found.length === MAX_VALUES) break;
    }
    return found;
  }

  /**
   * Calls `changed` each time that a resource has changed; returns the function that ends this. A reader without this
   * method cannot tell.
   * @throws {NotFoundError} when there is nothing that may be read
   */
  watch?(uri: string, changed: () => void, call?: CallOptions): Promise<() => void>;

  /**
   * Calls `changed` each time that the list has changed; returns the function that ends this. A reader without this
   * method cannot tell.
   */
  watchList?(changed: () => void): () => void;

  /** The contents behind a URI, as a block to put into a message. */
  async embed(uri: string, call?: CallOptions): Promise<EmbeddedResource> {
    return { type: 'resource', resource: await this.read(uri, call) };
  }

  /** Where to read the contents behind a URI, as a block to put into a message. */
  async link(uri: string, call?: CallOptions): Promise<ResourceLink> {
    return { type: 'resource_link', ...(await this.describe(uri, call)) };
  }
}

function describeContents(contents: ResourceContents): Resource {
  const { uri, mimeType } = contents;
  const size = 'text' in contents ? new TextEncoder().encode(contents.text).length : decodedLength(contents.blob);
  return { uri, name: nameOf(uri), ...(mimeType !== undefined && { mimeType }), size };
}

// Without regular expressions: one that is anchored at the end only takes quadratic time.

/** How many bytes base64 stands for. */
function decodedLength(base64: string): number {
  return Math.floor((lengthWithout('=', base64) * 3) / 4);
}

/** The last part of a URI's path, for people. */
function nameOf(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const end = lengthWithout('/', path);
  const start = Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf(':', end - 1)) + 1;
  const last = path.slice(start, end);
  if (last === '') return uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** How long a text is without the characters of one kind that it ends with. */
function lengthWithout(character: string, text: string): number {
  let { length } = text;
  while (length > 0 && text[length - 1] === character) length -= 1;
  return length;
}
