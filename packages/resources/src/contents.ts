import { RequestError, type ResourceContents } from '@cuecard/core';
import { mimeTypeOf } from './mime-type.js';
import { textOf } from './text.js';

/** JSON-RPC's code for parameters that cannot be met. */
const INVALID_PARAMS = -32602;

/**
 * What bytes are: their text when they are UTF-8 without NUL, base64 otherwise. The path's ending and their head tell
 * the MIME type, so that it is the same wherever a list or a description tells it without reading everything.
 */
export function contentsOf(uri: string, path: string, bytes: Buffer): ResourceContents {
  const text = textOf(bytes);
  const mimeType = mimeTypeOf(path, bytes);
  return text === undefined ? { uri, mimeType, blob: bytes.toString('base64') } : { uri, mimeType, text };
}

/** The error for contents that are not read because of their size. */
export function tooLarge(uri: string, name: string, maxBytes: number): RequestError {
  const message = `${name} is larger than ${maxBytes} bytes, the most that is read here`;
  const remedy = 'Name a smaller one, or raise maxBytes of its reader';
  return new RequestError(`${message}. ${remedy}.`, { code: INVALID_PARAMS, data: { uri, maxBytes } });
}
