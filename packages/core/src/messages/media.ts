import type { ContentOptions } from './messages.js';
import { OBJECT } from '../text/option-kinds.js';
import { withIgnoredRejection, ignoreRejection, isPromise } from '../promises.js';
import type { AudioContent, EmbeddedResource, ImageContent, ResourceContents } from '../protocol.js';
import { bytesOfBase64 } from '../text/strings.js';

export interface MediaOptions extends ContentOptions {
  /**
   * The MIME type. The bytes must match it.
   * @default the type that the source declares, or that the first bytes indicate
   */
  readonly mimeType?: string;
  /**
   * The maximum number of bytes to read.
   * @default 8388608
   */
  readonly maxBytes?: number;
}

/**
 * Creates image content from bytes, a stream, a file or contents that a `ResourceReader` has read. The MIME type is
 * detected from the bytes.
 * @throws {TypeError} if the bytes are not an image, or do not match the declared type
 * @throws {RangeError} if there are more than `maxBytes`
 */
export function image(source: MediaSource, options: MediaOptions = {}): Promise<ImageContent> {
  OBJECT.require('The options of image()', options);
  return withIgnoredRejection(readMediaContent('image', source, options));
}

/**
 * Creates audio content from bytes, a stream, a file or contents that a `ResourceReader` has read. The MIME type is
 * detected from the bytes. Clients with a protocol revision before 2025-03-26 get text content instead.
 * @throws {TypeError} if the bytes are not audio, or do not match the declared type
 * @throws {RangeError} if there are more than `maxBytes`
 */
export function audio(source: MediaSource, options: MediaOptions = {}): Promise<AudioContent> {
  OBJECT.require('The options of audio()', options);
  return withIgnoredRejection(readMediaContent('audio', source, options));
}

export interface EmbedOptions extends MediaOptions {
  /** The resource's URI. Clients may request the resource with it. */
  readonly uri: string;
  /** The resource's name, such as a file name. Omitted for clients with a protocol revision before 2025-06-18. */
  readonly name?: string;
  /** A display name. Omitted for clients with a protocol revision before 2025-06-18. */
  readonly title?: string;
}

/** Embeds contents that a `ResourceReader` has read. The reader's own `embed` reads and embeds in one step. */
export function embed(resource: ResourceContents, options?: ContentOptions): EmbeddedResource;
/**
 * Embeds the bytes from a source: as text if they are UTF-8 without NUL characters, otherwise as base64.
 * @throws {TypeError} if the bytes do not match the declared type
 * @throws {RangeError} if there are more than `maxBytes`
 */
export function embed(source: MediaSource, options: EmbedOptions): Promise<EmbeddedResource>;
export function embed(source: ResourceContents | MediaSource, options: ContentOptions | EmbedOptions = {}) {
  OBJECT.require('The options of embed()', options);
  if ('uri' in options) return withIgnoredRejection(embedMedia(source, options));
  return { type: 'resource', resource: source, ...options };
}

async function embedMedia(
  source: MediaSource,
  { uri, name, title, mimeType: declared, maxBytes = MAX_BYTES, ...rest }: EmbedOptions,
): Promise<EmbeddedResource> {
  const { bytes, mimeType: sourceType } = await readMedia(source, maxBytes);
  const type = declared ?? sourceType;
  const decoded = decodeText(bytes);
  const names = { uri, ...(name !== undefined && { name }), ...(title !== undefined && { title }) };
  const resource =
    decoded === undefined
      ? { ...names, mimeType: mediaType(bytes, type, 'application/octet-stream'), blob: await encodeBase64(bytes) }
      : { ...names, mimeType: textType(bytes, type), text: decoded };
  return { type: 'resource', resource, ...rest };
}

function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function readMediaContent<Type extends 'image' | 'audio'>(
  type: Type,
  source: MediaSource,
  { mimeType: declared, maxBytes = MAX_BYTES, ...rest }: MediaOptions,
) {
  const { bytes, mimeType: sourceType } = await readMedia(source, maxBytes);
  const mimeType = mediaType(bytes, declared ?? sourceType);
  if (!mimeType.startsWith(`${type}/`)) throw new TypeError(`The bytes are ${mimeType}, which is not ${type}/*.`);
  return { type, data: await encodeBase64(bytes), mimeType, ...rest };
}

const MAX_BYTES = 8_388_608;

/** Encodes bytes as base64 (RFC 4648). */
async function encodeBase64({ buffer, byteOffset, byteLength }: Uint8Array): Promise<string> {
  const { Buffer } = await import('node:buffer'); // `btoa` would block the process for up to a second.
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** The source of the bytes for an image, audio or an embedded resource. */
export type MediaSource =
  | Uint8Array
  /** A stream, such as a Node or web stream. */
  | AsyncIterable<Uint8Array>
  /** A `data:` URL, or the `file:` URL of one of your own files. Never pass a URL from a client. */
  | URL
  /**
   * The path of one of your own files. Never pass a path from a client: use a `ResourceReader` for files that clients
   * name.
   */
  | { readonly path: string }
  | { readonly base64: string }
  /** Contents that a `ResourceReader` has read. */
  | ResourceContents;

interface Media {
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
}

async function readMedia(source: MediaSource, maxBytes: number): Promise<Media> {
  if (source instanceof Uint8Array) return { bytes: requireSize(source, maxBytes), mimeType: undefined };
  if (source instanceof URL) return readUrl(source, maxBytes);
  if (typeof source !== 'object' || source === null) throw invalidSourceError();
  if (isPromise(source)) {
    ignoreRejection(source);
    throw new TypeError('A promise is not a source of bytes. Await it.');
  }
  if (Symbol.asyncIterator in source) return { bytes: await readStream(source, maxBytes), mimeType: undefined };
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
  const sources = 'a Uint8Array, a stream, a URL, { path }, { base64 } or contents from a ResourceReader';
  return new TypeError(`The source of the bytes is invalid. Use ${sources}.`);
}

async function readUrl(url: URL, maxBytes: number): Promise<Media> {
  if (url.protocol === 'file:') return { bytes: await readFile(url, maxBytes), mimeType: undefined };
  if (url.protocol !== 'data:')
    throw new TypeError(
      `A URL that begins with ${url.protocol} cannot be read directly. Use a ResourceReader, which checks access: image(await reader.read(uri)).`,
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
  // Reads one byte more than allowed, to detect that the file is too large.
  return readStream(createReadStream(path, { end: maxBytes }), maxBytes);
}

/** The maximum number of empty chunks. An endless stream of empty chunks would block the process. */
const MAX_EMPTY = 10_000;

async function readStream(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let empty = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array))
      throw new TypeError('The stream does not yield bytes. Pass a stream without an encoding.');
    size += chunk.length;
    if (chunk.length === 0) empty += 1;
    if (empty > MAX_EMPTY)
      throw new RangeError('The stream yields only empty chunks. Pass a stream that yields bytes.');
    if (size > maxBytes) throw tooManyBytesError(maxBytes);
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
  if (base64.length > Math.ceil(maxBytes / 3) * 4) throw tooManyBytesError(maxBytes);
  let bytes: Uint8Array;
  try {
    bytes = bytesOfBase64(base64);
  } catch (cause) {
    throw new TypeError('The base64 string is invalid.', { cause });
  }
  return requireSize(bytes, maxBytes);
}

function requireSize(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length > maxBytes) throw tooManyBytesError(maxBytes);
  return bytes;
}

function tooManyBytesError(maxBytes: number): RangeError {
  return new RangeError(`There are more than ${maxBytes} bytes. Pass fewer bytes, or raise maxBytes.`);
}

/** The usual names of MIME types, by alternative name. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['audio/mp3', 'audio/mpeg'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/opus', 'audio/ogg'],
  ['image/jpg', 'image/jpeg'],
  ['image/apng', 'image/png'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
]);

/**
 * Returns the MIME type of bytes: the declared type if there is one, otherwise the type that their signature shows,
 * otherwise `otherwise`.
 * @throws {TypeError} if the bytes do not match the declared type, or no type is known
 */
function mediaType(bytes: Uint8Array, declared: string | undefined, otherwise?: string): string {
  const type = declaredTypeOf(declared);
  const found = detectMimeType(bytes);
  if (type === undefined) return found ?? otherwise ?? unknownTypeError();
  const isAudio = found?.replace('video/', 'audio/') === type; // A video container may hold only audio.
  if (found === undefined ? SIGNED_TYPES.has(type) : type !== found && !isAudio) throw mismatchError(found, type);
  return type;
}

/**
 * Returns the MIME type of text. Unlike `mediaType`, this function accepts text that begins with the signature of an
 * image.
 * @throws {TypeError} if text cannot have the declared type
 */
function textType(bytes: Uint8Array, declared: string | undefined): string {
  const type = declaredTypeOf(declared);
  if (type !== undefined && SIGNED_TYPES.has(type) && type !== detectMimeType(bytes)) throw mismatchError('text', type);
  return type ?? 'text/plain';
}

/** Returns the usual name of the declared type, without parameters; `undefined` for the generic binary type. */
function declaredTypeOf(declared: string | undefined): string | undefined {
  const name = declared?.split(';', 1)[0]?.trim().toLowerCase();
  return name === undefined || name === 'application/octet-stream' ? undefined : (ALIASES.get(name) ?? name);
}

function unknownTypeError(): never {
  throw new TypeError('The MIME type of the bytes is unknown. Set mimeType.');
}

function mismatchError(signature = 'of an unknown type', type: string): TypeError {
  return new TypeError(`The bytes are ${signature}, not ${type}. Correct mimeType, or omit it.`);
}

interface Signature {
  readonly mimeType: string;
  readonly offset: number;
  /** The possible bytes at the offset, one character per byte. */
  readonly patterns: readonly string[];
}

/** The signatures of the media types that hosts show. The first match counts. */
const SIGNATURES: readonly Signature[] = [
  { mimeType: 'image/png', offset: 0, patterns: ['\x89PNG\r\n\x1A\n'] },
  { mimeType: 'image/jpeg', offset: 0, patterns: ['\xFF\xD8\xFF'] },
  { mimeType: 'image/gif', offset: 0, patterns: ['GIF87a', 'GIF89a'] },
  { mimeType: 'image/webp', offset: 8, patterns: ['WEBPVP8'] },
  { mimeType: 'image/avif', offset: 4, patterns: ['ftypavif', 'ftypavis'] },
  { mimeType: 'image/heic', offset: 4, patterns: ['ftypheic', 'ftypheix'] },
  { mimeType: 'image/heif', offset: 4, patterns: ['ftypmif1', 'ftypmsf1'] },
  { mimeType: 'image/bmp', offset: 14, patterns: ['\x0C\0\0\0', '\x28\0\0\0', '\x6C\0\0\0', '\x7C\0\0\0'] },
  { mimeType: 'image/tiff', offset: 0, patterns: ['II*\0', 'MM\0*'] },
  { mimeType: 'audio/wav', offset: 8, patterns: ['WAVE'] },
  { mimeType: 'audio/flac', offset: 0, patterns: ['fLaC'] },
  { mimeType: 'audio/ogg', offset: 28, patterns: ['OpusHead', '\x01vorbis', 'Speex   ', '\x7FFLAC'] },
  { mimeType: 'audio/mpeg', offset: 0, patterns: ['ID3', '\xFF\xFB', '\xFF\xFA', '\xFF\xF3', '\xFF\xF2', '\xFF\xE3'] },
  { mimeType: 'audio/mp4', offset: 4, patterns: ['ftypM4A', 'ftypM4B'] },
  { mimeType: 'video/quicktime', offset: 4, patterns: ['ftypqt  '] },
  { mimeType: 'video/3gpp', offset: 4, patterns: ['ftyp3gp'] },
  { mimeType: 'video/mp4', offset: 4, patterns: ['ftyp'] },
  { mimeType: 'video/ogg', offset: 28, patterns: ['\x80theora'] },
  { mimeType: 'application/pdf', offset: 0, patterns: ['%PDF-'] },
];

/** The types that have a signature. */
const SIGNED_TYPES: ReadonlySet<string> = new Set(SIGNATURES.map(({ mimeType }) => mimeType));

/** The first bytes of container formats, by the offset at which the signature of the contained type begins. */
const CONTAINERS: ReadonlyMap<number, string> = new Map([
  [8, 'RIFF'],
  [14, 'BM'],
  [28, 'OggS'],
]);

/** The number of bytes that are needed to compare all signatures. */
const SIGNATURE_LENGTH = 36;

/** Returns the MIME type that the first bytes of common image, audio, video and PDF formats show. */
export function detectMimeType(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, SIGNATURE_LENGTH));
  return SIGNATURES.find(({ offset: at, patterns: begins }) => {
    return text.startsWith(CONTAINERS.get(at) ?? '') && begins.some((each) => text.startsWith(each, at));
  })?.mimeType;
}
