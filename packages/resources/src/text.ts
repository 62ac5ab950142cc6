import { isUtf8 } from 'node:buffer';

/** The text that bytes are, without a byte order mark; nothing if they are not UTF-8, or hold a NUL as text never does. */
export function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? new TextDecoder().decode(bytes) : undefined;
}
