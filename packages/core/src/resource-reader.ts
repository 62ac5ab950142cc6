import type { CallOptions } from './context.js';
import type { EmbeddedResource, ResourceContents } from './protocol.js';

/**
 * Reads what prompts quote. An abstract class, because dependency injection needs a token that exists at run time: ask
 * for a `ResourceReader` in a prompt's constructor, and register the implementation in the container.
 */
export abstract class ResourceReader {
  /**
   * The contents behind a URI, with their MIME type.
   * @throws {ResourceNotFoundError} when there is nothing that may be read
   */
  abstract read(uri: string, call?: CallOptions): Promise<ResourceContents>;

  /**
   * The URIs of what is below a URI, sorted.
   * @throws {ResourceNotFoundError} when there is nothing that may be read
   */
  abstract list(uri: string, call?: CallOptions): Promise<string[]>;

  /** The contents behind a URI, as a block to put into a message. */
  async embed(uri: string, call?: CallOptions): Promise<EmbeddedResource> {
    return { type: 'resource', resource: await this.read(uri, call) };
  }
}
