import type { ContentOptions } from './content.js';
import { base64Of, MAX_BYTES, type MediaOptions } from './media.js';
import { type MediaSource, readMedia } from './media-source.js';
import { mediaType, textType } from './media-type.js';
import { forgettable } from '../pending.js';
import type { EmbeddedResource, ResourceContents } from '../protocol.js';

export interface EmbedOptions extends MediaOptions {
  /** Identifies the resource; clients may ask for it again by this URI. */
  readonly uri: string;
  /** What it is called there, such as the name of a file; clients before 2025-06-18 do not get it. */
  readonly name?: string;
  /** What it is called for people; clients before 2025-06-18 do not get it. */
  readonly title?: string;
}

/** What a reader has read, as a block to put into a message: the reader's `embed` does both in one step. */
export function embed(resource: ResourceContents, options?: ContentOptions): EmbeddedResource;
/**
 * Bytes of any source as a block to put into a message: their text when they are UTF-8 without NUL, base64 otherwise.
 * @throws {TypeError} when the bytes are of another type than declared
 * @throws {RangeError} when there are more than `maxBytes`
 */
export function embed(source: MediaSource, options: EmbedOptions): Promise<EmbeddedResource>;
export function embed(source: ResourceContents | MediaSource, options: ContentOptions | EmbedOptions = {}) {
  if ('uri' in options) return forgettable(embedMedia(source, options));
  return { type: 'resource', resource: source, ...options };
}

async function embedMedia(
  source: MediaSource,
  { uri, name, title, mimeType: declared, maxBytes = MAX_BYTES, ...rest }: EmbedOptions,
): Promise<EmbeddedResource> {
  const { bytes, mimeType: told } = await readMedia(source, maxBytes);
  const type = declared ?? told;
  const text = textOf(bytes);
  const names = { uri, ...(name !== undefined && { name }), ...(title !== undefined && { title }) };
  const resource =
    text === undefined
      ? { ...names, mimeType: await mediaType(bytes, type, 'application/octet-stream'), blob: await base64Of(bytes) }
      : { ...names, mimeType: await textType(bytes, type), text };
  return { type: 'resource', resource, ...rest };
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
