import { isCheckableJson } from '../jsonrpc/message-budget.js';

/** What bytes that are no UTF-8 become, and nobody can tell from one that was sent. */
const REPLACEMENT = '\uFFFD';

/** Reads a body that is surely JSON in UTF-8, of no more than can be checked; all others the server judges. */
export function readMessage(bytes: Buffer): unknown {
  try {
    const text = bytes.toString();
    return text.includes(REPLACEMENT) || !isCheckableJson(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
