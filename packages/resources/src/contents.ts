import { RequestError, type ResourceContents } from '@cuecard/core';
import { mimeTypeOf } from './mime-type.js';
import { textOf } from './text.js';

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
