/** The text that a client may show to the user when a question is withdrawn. */
const WITHDRAWN = 'The elicitation has been withdrawn';

/** The maximum number of open questions to one client, because users answer one at a time. */
const MAX_OPEN = 32;

/** The open questions that an SDK sends to the user of a client (client/elicitation). */
export class PendingElicitations {
  #open = 0;

  /**
   * Asks on behalf of a request, until its signal aborts.
   * @param send sends the question, and withdraws it when its signal aborts
   * @throws {Error} if too many questions are open
   */
  async ask<T>(signal: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#open >= MAX_OPEN)
      throw new Error(
        `This client already has ${MAX_OPEN} open elicitations: try again after the user has answered one`,
      );
    const question = new AbortController();
    const withdraw = () => question.abort(WITHDRAWN);
    signal.addEventListener('abort', withdraw, { once: true });
    this.#open += 1;
    try {
      return await send(question.signal);
    } finally {
      this.#open -= 1;
      // Passes a separate signal, because the SDKs would also withdraw answered questions.
      signal.removeEventListener('abort', withdraw);
    }
  }
}
