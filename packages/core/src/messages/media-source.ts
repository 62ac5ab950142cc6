import { bytesOfBase64 } from '../text/base64.js';
import { swallowRejection, isPending } from '../pending.js';
import type { ResourceContents } from '../protocol.js';

/** The source of the bytes of an image, a sound or a resource. */
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
export interface Media {
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
}

/**
 * Reads all bytes of a source.
 * @throws {TypeError} if the source cannot be read here; the message names an alternative
 * @throws {RangeError} if there are more than `maxBytes`
 */
export async function readMedia(source: MediaSource, maxBytes: number): Promise<Media> {
  if (source instanceof Uint8Array) return { bytes: bounded(source, maxBytes), mimeType: undefined };
  if (source instanceof URL) return readUrl(source, maxBytes);
  if (typeof source !== 'object' || source === null) throw noSource();
  if (isPending(source)) throw unawaited(source);
  if (Symbol.asyncIterator in source) return { bytes: await collect(source, maxBytes), mimeType: undefined };
  if ('path' in source) return { bytes: await readFile(source.path, maxBytes), mimeType: undefined };
  if ('base64' in source) return { bytes: decode(source.base64, maxBytes), mimeType: undefined };
  return { bytes: bytesOf(source, maxBytes), mimeType: source.mimeType };
}

function bytesOf(contents: ResourceContents, maxBytes: number): Uint8Array {
  if ('blob' in contents) return decode(contents.blob, maxBytes);
  if ('text' in contents) return bounded(new TextEncoder().encode(contents.text), maxBytes);
  throw noSource();
}

function noSource(): TypeError {
  const sources = 'a Uint8Array, a stream, a URL, { path }, { base64 } or what a reader has read';
  return new TypeError(`Bytes come from ${sources}.`);
}

function unawaited(source: unknown): TypeError {
  swallowRejection(source);
  return new TypeError('A promise is not a source of bytes. Await it.');
}

async function readUrl(url: URL, maxBytes: number): Promise<Media> {
  if (url.protocol === 'file:') return { bytes: await readFile(url, maxBytes), mimeType: undefined };
  if (url.protocol !== 'data:')
    throw new TypeError(
      `A URL of ${url.protocol} is read by a ResourceReader, which knows what may be read: image(await reader.read(uri)).`,
    );
  const bytes = await readDataUrl(url);
  return { bytes: bounded(bytes, maxBytes), mimeType: /^data:([^;,]+)/i.exec(url.href)?.[1] };
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
    if (size > maxBytes) throw tooMany(maxBytes);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function decode(base64: string, maxBytes: number): Uint8Array {
  if (base64.length > Math.ceil(maxBytes / 3) * 4) throw tooMany(maxBytes);
  return bounded(decoded(base64), maxBytes);
}

function decoded(base64: string): Uint8Array {
  try {
    return bytesOfBase64(base64);
  } catch (cause) {
    throw new TypeError('The base64 is invalid.', { cause });
  }
}

function bounded(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length > maxBytes) throw tooMany(maxBytes);
  return bytes;
}

function tooMany(maxBytes: number): RangeError {
  return new RangeError(`There are more than ${maxBytes} bytes. Give fewer, or raise maxBytes.`);
}
