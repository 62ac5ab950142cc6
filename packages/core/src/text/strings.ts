/** Whether a string is base64 with padding (RFC 4648). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/**
 * Decodes base64.
 * @throws {Error} if the text is not base64
 */
export function bytesOfBase64(base64: string): Uint8Array {
  const decoded = atob(base64);
  const bytes = new Uint8Array(decoded.length);
  // A loop, because `Uint8Array.from` takes thirty times as long.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = decoded.charCodeAt(at);
  return bytes;
}

/**
 * The number of bytes to encode at once: a multiple of three, because only the last chunk can have padding. With a
 * larger size, `String.fromCharCode` would get too many arguments.
 */
const CHUNK_SIZE = 0x6000;

export function encodeBase64(bytes: Uint8Array): string {
  let encoded = '';
  for (let at = 0; at < bytes.length; at += CHUNK_SIZE)
    encoded += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK_SIZE)));
  return encoded;
}

/** Shortens a string from a client, for use in a message. */
export function clip(text: string): string {
  return text.length > 64 ? `${truncate(text, 64)}…` : text;
}

/**
 * Returns at most `length` code units. Never ends with half a surrogate pair, because many clients cannot read that.
 */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, Math.max(0, length));
  return /[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept;
}

export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** A date, optionally with time, seconds and offset. */
export const ISO_8601 =
  /^(\d{4}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/**
 * Parses an ISO 8601 date, as UTC unless it has an offset. `Date.parse` would accept days that do not exist, and would
 * read a time without an offset as local time.
 */
export function parseIsoDate(text: string): Date | undefined {
  const [, day, time = '00:00', seconds = ':00', offset = 'Z'] = ISO_8601.exec(text) ?? [];
  if (day === undefined || !isExistingDay(day)) return undefined;
  const date = new Date(`${day}T${time}${seconds}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

// `Date` reads a day that does not exist as a day of the next month.
function isExistingDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
