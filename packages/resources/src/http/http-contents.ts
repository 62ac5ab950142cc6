import type { ResourceContents } from '@cuecard/core';
import { MIMEType } from 'node:util';

/** The MIME types that stand for text, whatever their names say. */
const TEXT = /^text\/|[/+](?:x-)?(?:ecmascript|graphql|javascript|json5?|jsonl|ndjson|sh|sql|toml|xml|yaml)$/;

const UNKNOWN = 'application/octet-stream';

/** The MIME type that a `content-type` header names, without its parameters; `application/octet-stream` if it names none. */
export function mimeTypeOf(contentType: unknown): string {
  return parsed(contentType)?.essence ?? UNKNOWN;
}

/** What a server calls text as text, as long as it is some; everything else as base64. */
export function httpContents(uri: string, contentType: unknown, bytes: Buffer): ResourceContents {
  const mimeType = mimeTypeOf(contentType);
  const blob = () => bytes.toString('base64');
  if (!TEXT.test(mimeType)) return { uri, mimeType, blob: blob() };
  const text = decoded(bytes, parsed(contentType)?.params.get('charset') ?? 'utf-8');
  return text === undefined ? { uri, mimeType: UNKNOWN, blob: blob() } : { uri, mimeType, text };
}

function parsed(contentType: unknown): MIMEType | undefined {
  try {
    return typeof contentType === 'string' ? new MIMEType(contentType) : undefined;
  } catch {
    return undefined;
  }
}

/** The text that bytes are; nothing if they are not in that character set, or hold a NUL as text never does. */
function decoded(bytes: Buffer, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
