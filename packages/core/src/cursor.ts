import { encodeBase64, bytesOfBase64 } from './text/strings.js';
import { InvalidCursorError } from './errors.js';

const PREFIX = 'after:';

/**
 * The maximum length of a cursor. A cursor may contain two URIs, and a list compares them before any other limit
 * applies to their length.
 */
const MAX_LENGTH = 131_072;

/** Creates an opaque cursor for the page that follows a key. */
export function cursorAfter(key: string): string {
  return encodeBase64(new TextEncoder().encode(PREFIX + key));
}

/**
 * Reads the key in a cursor.
 * @throws {InvalidCursorError} if `cursorAfter` did not create the cursor
 */
export function readCursor(cursor: unknown): string {
  if (typeof cursor !== 'string' || cursor.length > MAX_LENGTH) throw new InvalidCursorError();
  const key = decode(cursor);
  if (key === undefined) throw new InvalidCursorError();
  return key;
}

function decode(cursor: string): string | undefined {
  try {
    if (btoa(atob(cursor)) !== cursor) return undefined; // Rejects other base64 encodings of the same bytes.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfBase64(cursor));
    return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : undefined;
  } catch {
    return undefined;
  }
}
