import type { ResourceContents } from '@cuecard/core';
import { MIMEType } from 'node:util';

/** Matches the MIME types of text, including those that do not start with `text/`. */
const TEXT_TYPE = /^text\/|[/+](?:x-)?(?:ecmascript|graphql|javascript|json5?|jsonl|ndjson|sh|sql|toml|xml|yaml)$/;

const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Returns the MIME type in a `content-type` header, without its parameters, or `application/octet-stream` if the header
 * is invalid.
 */
export function mimeTypeOf(contentType: unknown): string {
  return parseMimeType(contentType)?.essence ?? UNKNOWN_TYPE;
}

/** Returns text if the server declares text and the bytes are valid, base64 otherwise. */
export function httpContents(uri: string, contentType: unknown, bytes: Buffer): ResourceContents {
  const mimeType = mimeTypeOf(contentType);
  const toBase64 = () => bytes.toString('base64');
  if (!TEXT_TYPE.test(mimeType)) return { uri, mimeType, blob: toBase64() };
  const text = decodeText(bytes, parseMimeType(contentType)?.params.get('charset') ?? 'utf-8');
  return text === undefined ? { uri, mimeType: UNKNOWN_TYPE, blob: toBase64() } : { uri, mimeType, text };
}

function parseMimeType(contentType: unknown): MIMEType | undefined {
  try {
    return typeof contentType === 'string' ? new MIMEType(contentType) : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes bytes. Returns `undefined` if they are invalid in the character set, or contain NUL. */
function decodeText(bytes: Buffer, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
