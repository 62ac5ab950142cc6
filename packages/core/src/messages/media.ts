import type { ContentOptions } from './content.js';
import { type MediaSource, readMedia } from './media-source.js';
import { mediaType } from './media-type.js';
import { OBJECT } from '../text/option-kinds.js';
import { forgettable } from '../pending.js';
import type { AudioContent, ImageContent } from '../protocol.js';

export interface MediaOptions extends ContentOptions {
  /**
   * The MIME type; the bytes must match it.
   * @default the type that the bytes show, or that the source declares
   */
  readonly mimeType?: string;
  /**
   * The maximum number of bytes to read.
   * @default 8388608
   */
  readonly maxBytes?: number;
}

/**
 * An image from bytes, a stream, a file or contents that a reader has read. The bytes determine the MIME type.
 * @throws {TypeError} if the bytes are not an image, or do not match the declared type
 * @throws {RangeError} if there are more than `maxBytes`
 */
export function image(source: MediaSource, options: MediaOptions = {}): Promise<ImageContent> {
  OBJECT.require('The options of image()', options);
  return forgettable(media('image', source, options));
}

/**
 * A sound from bytes, a stream, a file or contents that a reader has read. The bytes determine the MIME type. Clients
 * before 2025-03-26 get a text in its place.
 * @throws {TypeError} if the bytes are not audio, or do not match the declared type
 * @throws {RangeError} if there are more than `maxBytes`
 */
export function audio(source: MediaSource, options: MediaOptions = {}): Promise<AudioContent> {
  OBJECT.require('The options of audio()', options);
  return forgettable(media('audio', source, options));
}

async function media<Type extends 'image' | 'audio'>(
  type: Type,
  source: MediaSource,
  { mimeType: declared, maxBytes = MAX_BYTES, ...rest }: MediaOptions,
) {
  const { bytes, mimeType: stated } = await readMedia(source, maxBytes);
  const mimeType = await mediaType(bytes, declared ?? stated);
  if (!mimeType.startsWith(`${type}/`)) throw new TypeError(`The bytes are ${mimeType}, which is not ${type}/*.`);
  return { type, data: await base64Of(bytes), mimeType, ...rest };
}

export const MAX_BYTES = 8_388_608;

/** Base64 as defined by RFC 4648. */
export async function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): Promise<string> {
  const { Buffer } = await import('node:buffer'); // `btoa` would block the process for up to a second.
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
