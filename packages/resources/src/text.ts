import { isUtf8 } from 'node:buffer';

/** Bytes as text, without a byte order mark; nothing if they are not UTF-8, or contain NUL. */
export function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? new TextDecoder().decode(bytes) : undefined;
}

/** The first `length` bytes as text, without a character that is cut off there; nothing if they are not text. */
export function headOfText(bytes: Buffer, length: number): string | undefined {
  if (bytes.length <= length) return textOf(bytes);
  const head = bytes.subarray(0, length);
  if (head.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
