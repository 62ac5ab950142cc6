/** Thrown by the functions that check something in a test. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}
