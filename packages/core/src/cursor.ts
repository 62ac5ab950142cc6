import { base64Of, bytesOfBase64 } from './text/strings.js';
import { InvalidCursorError } from './errors.js';

const PREFIX = 'after:';

/** The maximum length of a cursor, which may hold two URIs: lists work with the key in it before anything checks that. */
const MAX_LENGTH = 131_072;

/** An opaque cursor for the page after a key. */
export function cursorAfter(key: string): string {
  return base64Of(new TextEncoder().encode(PREFIX + key));
}

/**
 * The key that a cursor holds.
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
    if (btoa(atob(cursor)) !== cursor) return undefined; // The same bytes have other encodings, which we never send.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfBase64(cursor));
    return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : undefined;
  } catch {
    return undefined;
  }
}
