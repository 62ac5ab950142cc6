import type { ResourceContents } from '@cuecard/core';
import { MIMEType } from 'node:util';

/** The MIME types of text that do not start with `text/`. */
const TEXT = /^text\/|[/+](?:x-)?(?:ecmascript|graphql|javascript|json5?|jsonl|ndjson|sh|sql|toml|xml|yaml)$/;

const UNKNOWN = 'application/octet-stream';

/**
 * The MIME type that a `content-type` header names, without its parameters; `application/octet-stream` if it names
 * none.
 */
export function mimeTypeOf(contentType: unknown): string {
  return parseMimeType(contentType)?.essence ?? UNKNOWN;
}

/** Contents that the server declares as text, as text if they are valid; all others as base64. */
export function httpContents(uri: string, contentType: unknown, bytes: Buffer): ResourceContents {
  const mimeType = mimeTypeOf(contentType);
  const blob = () => bytes.toString('base64');
  if (!TEXT.test(mimeType)) return { uri, mimeType, blob: blob() };
  const text = decodeText(bytes, parseMimeType(contentType)?.params.get('charset') ?? 'utf-8');
  return text === undefined ? { uri, mimeType: UNKNOWN, blob: blob() } : { uri, mimeType, text };
}

function parseMimeType(contentType: unknown): MIMEType | undefined {
  try {
    return typeof contentType === 'string' ? new MIMEType(contentType) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes as text; nothing if they are invalid in that character set, or contain NUL. */
function decodeText(bytes: Buffer, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
