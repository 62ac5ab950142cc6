/** The maximum length of texts that clients invent: they may be as long as a message. */
const MAX_LENGTH = 64;

/** A text invented by a client, shortened for others. */
export function clipped<T>(madeUp: T): T | string {
  return typeof madeUp === 'string' && madeUp.length > MAX_LENGTH ? madeUp.slice(0, MAX_LENGTH) : madeUp;
}
