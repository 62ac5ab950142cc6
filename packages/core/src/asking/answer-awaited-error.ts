import { RequestError } from '../errors.js';

/**
 * Thrown by `context.ask` when the question itself is the answer to the request, as since 2026-07-28
 * (basic/patterns/mrtr). A further request brings the user's answer, and the prompt renders again. This is not a
 * failure: code that catches it may clean up and should rethrow it. The user is asked either way.
 */
export class AnswerAwaitedError extends RequestError {
  override readonly name = 'AnswerAwaitedError';

  constructor() {
    super('The user has to answer first', { code: -32602 });
  }
}
