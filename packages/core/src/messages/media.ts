import type { ContentOptions } from './content.js';
import { mediaType } from './media-type.js';
import { OBJECT } from '../text/option-kinds.js';
import { forgettable, swallowRejection, isPending } from '../pending.js';
import type { AudioContent, ImageContent, ResourceContents } from '../protocol.js';
import { bytesOfBase64 } from '../text/strings.js';

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
 * Audio from bytes, a stream, a file or contents that a reader has read. The bytes determine the MIME type. Clients
 * before 2025-03-26 get text content instead.
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
  const { bytes, mimeType: sourceType } = await readMedia(source, maxBytes);
  const mimeType = mediaType(bytes, declared ?? sourceType);
  if (!mimeType.startsWith(`${type}/`)) throw new TypeError(`The bytes are ${mimeType}, which is not ${type}/*.`);
  return { type, data: await base64Of(bytes), mimeType, ...rest };
}

export const MAX_BYTES = 8_388_608;

/** Base64 as defined by RFC 4648. */
export async function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): Promise<string> {
  const { Buffer } = await import('node:buffer'); // `btoa` would block the process for up to a second.
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** The source of the bytes of an image, audio or a resource. */
export type MediaSource =
  | Uint8Array
  /** A stream, such as one of Node's or the web's. */
  | AsyncIterable<Uint8Array>
  /** A `data:` URL, or the `file:` URL of one of your files; never a URL from a client. */
  | URL
  /** One of your files; never a path from a client. Use a `ResourceReader` for what clients name. */
  | { readonly path: string }
  | { readonly base64: string }
  /** Contents that a `ResourceReader` has read. */
  | ResourceContents;

/** Bytes, and the MIME type that the source declares. */
interface Media {
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
}

/**
 * Reads all bytes of a source.
 * @throws {TypeError} if the source cannot be read here; the message names an alternative
 * @throws {RangeError} if there are more than `maxBytes`
 */
export async function readMedia(source: MediaSource, maxBytes: number): Promise<Media> {
  if (source instanceof Uint8Array) return { bytes: requireSize(source, maxBytes), mimeType: undefined };
  if (source instanceof URL) return readUrl(source, maxBytes);
  if (typeof source !== 'object' || source === null) throw invalidSourceError();
  if (isPending(source)) {
    swallowRejection(source);
    throw new TypeError('A promise is not a source of bytes. Await it.');
  }
  if (Symbol.asyncIterator in source) return { bytes: await collect(source, maxBytes), mimeType: undefined };
  if ('path' in source) return { bytes: await readFile(source.path, maxBytes), mimeType: undefined };
  if ('base64' in source) return { bytes: decode(source.base64, maxBytes), mimeType: undefined };
  return { bytes: bytesOf(source, maxBytes), mimeType: source.mimeType };
}

function bytesOf(contents: ResourceContents, maxBytes: number): Uint8Array {
  if ('blob' in contents) return decode(contents.blob, maxBytes);
  if ('text' in contents) return requireSize(new TextEncoder().encode(contents.text), maxBytes);
  throw invalidSourceError();
}

function invalidSourceError(): TypeError {
  const sources = 'a Uint8Array, a stream, a URL, { path }, { base64 } or what a reader has read';
  return new TypeError(`Bytes come from ${sources}.`);
}

async function readUrl(url: URL, maxBytes: number): Promise<Media> {
  if (url.protocol === 'file:') return { bytes: await readFile(url, maxBytes), mimeType: undefined };
  if (url.protocol !== 'data:')
    throw new TypeError(
      `A URL of ${url.protocol} is read by a ResourceReader, which knows what may be read: image(await reader.read(uri)).`,
    );
  const bytes = await readDataUrl(url);
  return { bytes: requireSize(bytes, maxBytes), mimeType: /^data:([^;,]+)/i.exec(url.href)?.[1] };
}

async function readDataUrl(url: URL): Promise<Uint8Array> {
  try {
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  } catch (cause) {
    throw new TypeError('The data: URL is invalid.', { cause });
  }
}

async function readFile(path: string | URL, maxBytes: number): Promise<Uint8Array> {
  const { createReadStream } = await import('node:fs');
  // One byte more than allowed shows that there are more.
  return collect(createReadStream(path, { end: maxBytes }), maxBytes);
}

/** The maximum number of empty chunks in a stream. Endless empty chunks would block the process. */
const MAX_EMPTY = 10_000;

async function collect(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let empty = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array))
      throw new TypeError('The stream does not yield bytes. Give one without an encoding.');
    size += chunk.length;
    if (chunk.length === 0) empty += 1;
    if (empty > MAX_EMPTY) throw new RangeError('The stream only yields empty chunks. Give one that yields bytes.');
    if (size > maxBytes) throw tooManyBytes(maxBytes);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function decode(base64: string, maxBytes: number): Uint8Array {
  if (base64.length > Math.ceil(maxBytes / 3) * 4) throw tooManyBytes(maxBytes);
  let bytes: Uint8Array;
  try {
    bytes = bytesOfBase64(base64);
  } catch (cause) {
    throw new TypeError('The base64 is invalid.', { cause });
  }
  return requireSize(bytes, maxBytes);
}

function requireSize(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length > maxBytes) throw tooManyBytes(maxBytes);
  return bytes;
}

function tooManyBytes(maxBytes: number): RangeError {
  return new RangeError(`There are more than ${maxBytes} bytes. Pass fewer, or raise maxBytes.`);
}
