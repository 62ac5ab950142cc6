import { isAscii } from 'node:buffer';

/** What bytes that are no UTF-8 become, and nobody can tell from one that was sent. */
const REPLACEMENT = '\uFFFD';

/** Reads a body that is surely JSON in UTF-8; gives nothing for all others, which the server judges. */
export function readMessage(bytes: Buffer): unknown {
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1'); // Most are, and this is the fastest.
  const text = bytes.toString();
  return text.includes(REPLACEMENT) ? undefined : text;
}
