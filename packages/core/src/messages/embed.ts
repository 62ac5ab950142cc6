import type { ContentOptions } from './content.js';
import { base64Of, MAX_BYTES, type MediaOptions } from './media.js';
import { type MediaSource, readMedia } from './media-source.js';
import { mediaType, textType } from './media-type.js';
import { OBJECT } from '../text/option-kinds.js';
import { forgettable } from '../pending.js';
import type { EmbeddedResource, ResourceContents } from '../protocol.js';

export interface EmbedOptions extends MediaOptions {
  /** Identifies the resource; clients may request it by this URI. */
  readonly uri: string;
  /** The resource's name, such as a file name; clients before 2025-06-18 do not get it. */
  readonly name?: string;
  /** A display name; clients before 2025-06-18 do not get it. */
  readonly title?: string;
}

/** Embeds contents that a reader has read. The reader's own `embed` reads and embeds in one step. */
export function embed(resource: ResourceContents, options?: ContentOptions): EmbeddedResource;
/**
 * Embeds the bytes of a source: as text if they are UTF-8 without NUL, otherwise as base64.
 * @throws {TypeError} if the bytes do not match the declared type
 * @throws {RangeError} if there are more than `maxBytes`
 */
export function embed(source: MediaSource, options: EmbedOptions): Promise<EmbeddedResource>;
export function embed(source: ResourceContents | MediaSource, options: ContentOptions | EmbedOptions = {}) {
  OBJECT.require('The options of embed()', options);
  if ('uri' in options) return forgettable(embedMedia(source, options));
  return { type: 'resource', resource: source, ...options };
}

async function embedMedia(
  source: MediaSource,
  { uri, name, title, mimeType: declared, maxBytes = MAX_BYTES, ...rest }: EmbedOptions,
): Promise<EmbeddedResource> {
  const { bytes, mimeType: stated } = await readMedia(source, maxBytes);
  const type = declared ?? stated;
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
