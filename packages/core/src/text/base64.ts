/** Whether a text is padded base64 as defined by RFC 4648. */
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

/** A multiple of three bytes, so that each part is encoded without padding, and few enough to be parameters. */
const PART = 0x6000;

/** Bytes as base64. */
export function base64Of(bytes: Uint8Array): string {
  let encoded = '';
  for (let at = 0; at < bytes.length; at += PART)
    encoded += btoa(String.fromCharCode(...bytes.subarray(at, at + PART)));
  return encoded;
}
