import { RequestError } from '../errors.js';

/**
 * Thrown by `context.ask` where the question itself is what the request is answered with, as it is since 2026-07-28
 * (basic/patterns/mrtr): another request brings the answer, and the prompt renders anew. It is no failure. Whoever catches
 * it throws it again, or clears up; the person is asked either way.
 */
export class AnswerAwaitedError extends RequestError {
  override readonly name = 'AnswerAwaitedError';

  constructor() {
    super('The person at the client has to answer first', { code: -32602 });
  }
}
