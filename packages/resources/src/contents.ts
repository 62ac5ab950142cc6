import { RequestError, type ResourceContents } from '@cuecard/core';
import mime from 'mime';
import { isUtf8 } from 'node:buffer';

/** The JSON-RPC code for invalid parameters. */
const INVALID_PARAMS = -32602;

/**
 * Returns bytes as contents: text if they are UTF-8 without NUL, base64 otherwise. The MIME type depends only on the
 * file extension and the first bytes, because a list reads only the first bytes and must return the same type.
 */
export function createContents(uri: string, path: string, bytes: Buffer): ResourceContents {
  const text = decodeText(bytes);
  const mimeType = mimeTypeOf(path, bytes);
  return text === undefined ? { uri, mimeType, blob: bytes.toString('base64') } : { uri, mimeType, text };
}

/** Creates the error for contents that are too large to read. */
export function tooLargeError(uri: string, name: string, maxBytes: number): RequestError {
  const message = `${name} is larger than ${maxBytes} bytes`;
  const remedy = 'Read a smaller resource, or raise maxBytes of the reader';
  return new RequestError(`${message}. ${remedy}.`, { code: INVALID_PARAMS, data: { uri, maxBytes } });
}

// A type from the MIME table is used only if it fits the contents. The table knows only file extensions: it calls `.ts`
// a video and `.rs` an XML dialect.
const TEXT_TYPE = /^text\/(?!vnd\.)|[/+](json5?|sql|toml|yaml)$/;
const XML_TYPE = /[/+]xml$/;

const HEAD_BYTES = 4096;

/**
 * The number of bytes that determine a MIME type: `HEAD_BYTES`, and one more byte that shows whether the file ends
 * there.
 */
export const BYTES_SNIFFED = HEAD_BYTES + 1;

/** Returns the MIME type of a file that starts with these bytes. The first `BYTES_SNIFFED` bytes are enough. */
export function mimeTypeOf(path: string, bytes: Buffer): string {
  const text = decodeHead(bytes, HEAD_BYTES);
  return text === undefined ? mimeTypeOfBinary(path) : mimeTypeOfText(path, text);
}

/** Returns the MIME type of a text file, or `text/plain` if its extension belongs to a different kind of file. */
export function mimeTypeOfText(path: string, text: string): string {
  const type = mime.getType(path) ?? '';
  return TEXT_TYPE.test(type) || (XML_TYPE.test(type) && /^\s*</.test(text)) ? type : 'text/plain';
}

/** Returns the MIME type of a binary file, or `application/octet-stream` if its extension belongs to text files. */
function mimeTypeOfBinary(path: string): string {
  const type = mime.getType(path) ?? '';
  return type === '' || TEXT_TYPE.test(type) || XML_TYPE.test(type) ? 'application/octet-stream' : type;
}

/** Decodes bytes and drops a byte order mark. Returns `undefined` if they are not UTF-8, or contain NUL. */
function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? new TextDecoder().decode(bytes) : undefined;
}

/** Decodes the first `length` bytes up to their last whole character. Returns `undefined` if they are not text. */
function decodeHead(bytes: Buffer, length: number): string | undefined {
  if (bytes.length <= length) return decodeText(bytes);
  const head = bytes.subarray(0, length);
  if (head.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
