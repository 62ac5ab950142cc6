import { RequestError, type ResourceContents } from '@cuecard/core';
import mime from 'mime';
import { isUtf8 } from 'node:buffer';

/** The JSON-RPC code for invalid parameters. */
const INVALID_PARAMS = -32602;

/**
 * Bytes as contents: text if they are UTF-8 without NUL, base64 otherwise. The MIME type depends only on the path's
 * ending and the first bytes, so that lists and descriptions, which do not read everything, give the same.
 */
export function contentsOf(uri: string, path: string, bytes: Buffer): ResourceContents {
  const text = textOf(bytes);
  const mimeType = mimeTypeOf(path, bytes);
  return text === undefined ? { uri, mimeType, blob: bytes.toString('base64') } : { uri, mimeType, text };
}

/** The error for contents that are too large to read. */
export function tooLarge(uri: string, name: string, maxBytes: number): RequestError {
  const message = `${name} is larger than ${maxBytes} bytes, the limit of its reader`;
  const remedy = 'Name a smaller one, or raise maxBytes of its reader';
  return new RequestError(`${message}. ${remedy}.`, { code: INVALID_PARAMS, data: { uri, maxBytes } });
}

// Tables of MIME types depend on file endings, many of which have another meaning in source code: `.ts` is a video
// there,
// `.rs` an XML dialect. So a type counts only if it fits the contents.
const TEXT = /^text\/(?!vnd\.)|[/+](json5?|sql|toml|yaml)$/;
const XML = /[/+]xml$/;

const HEAD = 4096;

/**
 * The number of bytes that determine a MIME type: a head, and one more byte, which shows whether the file ends there.
 */
export const BYTES_SNIFFED = HEAD + 1;

/** The MIME type of a file that starts with these bytes. The first `BYTES_SNIFFED` give the same as all of them. */
export function mimeTypeOf(path: string, bytes: Buffer): string {
  const text = headOfText(bytes, HEAD);
  return text === undefined ? mimeTypeOfBinary(path) : mimeTypeOfText(path, text);
}

/** The MIME type of a text file; `text/plain` if its ending suggests another kind of file. */
export function mimeTypeOfText(path: string, text: string): string {
  const type = mime.getType(path) ?? '';
  return TEXT.test(type) || (XML.test(type) && /^\s*</.test(text)) ? type : 'text/plain';
}

/** The MIME type of a binary file; `application/octet-stream` if its ending suggests text. */
function mimeTypeOfBinary(path: string): string {
  const type = mime.getType(path) ?? '';
  return type === '' || TEXT.test(type) || XML.test(type) ? 'application/octet-stream' : type;
}

/** Bytes as text, without a byte order mark; nothing if they are not UTF-8, or contain NUL. */
function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? new TextDecoder().decode(bytes) : undefined;
}

/** The first `length` bytes as text, without a character that is cut off there; nothing if they are not text. */
function headOfText(bytes: Buffer, length: number): string | undefined {
  if (bytes.length <= length) return textOf(bytes);
  const head = bytes.subarray(0, length);
  if (head.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
