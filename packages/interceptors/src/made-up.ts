/** How much is taken of what clients make up, in characters: it may be as long as a message. */
const MAX_LENGTH = 64;

/** What a client has made up, as far as it is told to others. */
export function clipped<T>(madeUp: T): T | string {
  return typeof madeUp === 'string' && madeUp.length > MAX_LENGTH ? madeUp.slice(0, MAX_LENGTH) : madeUp;
}
