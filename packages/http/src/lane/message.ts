/** What bytes that are no UTF-8 become, and nobody can tell from one that was sent. */
const REPLACEMENT = '\uFFFD';

/** Reads a body that is surely JSON in UTF-8; gives nothing for all others, which the server judges. */
export function readMessage(bytes: Buffer): unknown {
  const text = bytes.toString();
  if (text.includes(REPLACEMENT)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
