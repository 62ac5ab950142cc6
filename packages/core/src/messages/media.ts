import type { ContentOptions } from './content.js';
import { type MediaSource, readMedia } from './media-source.js';
import { mediaType } from './media-type.js';
import { forgettable } from '../pending.js';
import type { AudioContent, ImageContent } from '../protocol.js';

export interface MediaOptions extends ContentOptions {
  /**
   * The MIME type; the bytes must agree.
   * @default what the bytes show, or what the source says of them
   */
  readonly mimeType?: string;
  /**
   * How many bytes are read at most.
   * @default 8388608
   */
  readonly maxBytes?: number;
}

/**
 * An image, whose MIME type its bytes show: from bytes, a stream, a file or what a reader has read.
 * @throws {TypeError} when the bytes are no image, or another than declared
 * @throws {RangeError} when there are more than `maxBytes`
 */
export function image(source: MediaSource, options: MediaOptions = {}): Promise<ImageContent> {
  return forgettable(media('image', source, options));
}

/**
 * A sound, whose MIME type its bytes show: from bytes, a stream, a file or what a reader has read. Clients before
 * 2025-03-26 are told in text that there is one.
 * @throws {TypeError} when the bytes are no sound, or another than declared
 * @throws {RangeError} when there are more than `maxBytes`
 */
export function audio(source: MediaSource, options: MediaOptions = {}): Promise<AudioContent> {
  return forgettable(media('audio', source, options));
}

async function media<Type extends 'image' | 'audio'>(
  type: Type,
  source: MediaSource,
  { mimeType: declared, maxBytes = MAX_BYTES, ...rest }: MediaOptions,
) {
  const { bytes, mimeType: told } = await readMedia(source, maxBytes);
  const mimeType = await mediaType(bytes, declared ?? told);
  if (!mimeType.startsWith(`${type}/`)) throw new TypeError(`The bytes are ${mimeType}, which is not ${type}/*.`);
  return { type, data: await base64Of(bytes), mimeType, ...rest };
}

export const MAX_BYTES = 8_388_608;

/** Base64 as RFC 4648 writes it. */
export async function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): Promise<string> {
  const { Buffer } = await import('node:buffer'); // `btoa` would hold up everybody else for a second.
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
