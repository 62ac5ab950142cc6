import type { RequestId } from '../jsonrpc/message.js';

/** The text that a client may show to the user when a question is withdrawn. */
const WITHDRAWN = 'The question has been withdrawn';

/** The maximum number of open questions to one client: users answer one after the other. */
const MAX_OPEN = 32;

/** The open questions to the user of a client (client/elicitation). */
export class SdkQuestions {
  /** Whether a request can still be answered; otherwise it asks nothing. */
  isAwaited: (request: RequestId) => boolean = () => true;
  /** Wraps the wait for the user, during which a request occupies no slot. */
  lend: <T>(request: RequestId, answer: Promise<T>) => Promise<T> = (_, answer) => answer;
  readonly #open = new Map<AbortController, RequestId>();
  /** Resolves once the client may be asked, usually immediately. */
  #introduced: Promise<void> | undefined;
  #introduce: (() => void) | undefined;
  #isOver = false;

  /** Holds questions back until `introduced` is called (basic/lifecycle, "Initialization"). */
  awaitIntroduction(): void {
    this.#introduced ??= new Promise((resolve) => (this.#introduce = resolve));
  }

  /** Called when the client has sent `notifications/initialized`. */
  introduced(): void {
    this.#introduce?.();
  }

  /**
   * Asks on behalf of a request, until its signal aborts or the question is withdrawn.
   * @param send sends the question, and withdraws it when its signal aborts
   * @throws {Error} if the client can no longer be asked
   */
  async ask<T>(id: RequestId, signal: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#isOver || !this.isAwaited(id)) throw new Error('The client can no longer be asked');
    if (this.#open.size >= MAX_OPEN)
      throw new Error(`${MAX_OPEN} questions are open at this client: ask again when one has been answered`);
    const question = new AbortController();
    const withdraw = () => question.abort(WITHDRAWN);
    signal.addEventListener('abort', withdraw, { once: true });
    this.#open.set(question, id);
    try {
      return await this.lend(id, this.#send(question.signal, send));
    } finally {
      this.#open.delete(question);
      signal.removeEventListener('abort', withdraw); // The SDKs would also withdraw answered questions.
    }
  }

  async #send<T>(signal: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#introduced !== undefined) await Promise.race([this.#introduced, aborted(signal)]);
    return send(signal);
  }

  /** Withdraws the questions of a request that can no longer be answered. */
  withdraw(request: RequestId): void {
    for (const [question, id] of this.#open) if (id === request) question.abort(WITHDRAWN);
  }

  /** Withdraws all questions. */
  end(): void {
    this.#isOver = true;
    for (const question of this.#open.keys()) question.abort(WITHDRAWN);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
