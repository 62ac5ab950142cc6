import type { RequestId } from '../jsonrpc/message.js';

/** What the client shows to the person beside it, should it show why a question is over. */
const WITHDRAWN = 'The question has been withdrawn';

/** How many questions may wait at one client: people answer one after the other. */
const MAX_OPEN = 32;

/** What people at a client are being asked by requests of the server (client/elicitation). */
export class Questions {
  /** Whether a request can still be answered; for one that cannot, nobody is asked. */
  isAwaited: (request: RequestId) => boolean = () => true;
  /** Wraps the wait for a person: a request that waits for one takes up no place. */
  lend: <T>(request: RequestId, answer: Promise<T>) => Promise<T> = (_, answer) => answer;
  readonly #open = new Map<AbortController, RequestId>();
  /** Settles when the client may be asked; at once unless it has to be waited for. */
  #introduced: Promise<void> | undefined;
  #introduce: (() => void) | undefined;
  #isOver = false;

  /** Asks nothing before `introduced` is called (basic/lifecycle, "Initialization"). */
  awaitIntroduction(): void {
    this.#introduced ??= new Promise((resolve) => (this.#introduce = resolve));
  }

  /** Takes note that the client has sent `notifications/initialized`. */
  introduced(): void {
    this.#introduce?.();
  }

  /**
   * Asks for a request, until its signal aborts or the question is withdrawn.
   * @param send sends the question, and takes it back when its signal aborts
   * @throws {Error} when there is nobody to be asked any more
   */
  async ask<T>(id: RequestId, signal: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#isOver || !this.isAwaited(id)) throw new Error('Nobody can be asked any more');
    if (this.#open.size >= MAX_OPEN)
      throw new Error(`${MAX_OPEN} questions wait at this client already: ask when one of them has been answered`);
    const question = new AbortController();
    const withdraw = () => question.abort(WITHDRAWN);
    signal.addEventListener('abort', withdraw, { once: true });
    this.#open.set(question, id);
    try {
      return await this.lend(id, this.#send(question.signal, send));
    } finally {
      this.#open.delete(question);
      signal.removeEventListener('abort', withdraw); // The SDKs would take back what has been answered, too.
    }
  }

  async #send<T>(signal: AbortSignal, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#introduced !== undefined) await Promise.race([this.#introduced, aborted(signal)]);
    return send(signal);
  }

  /** Asks no more for this request, to which no answer can be given any more. */
  withdraw(request: RequestId): void {
    for (const [question, id] of this.#open) if (id === request) question.abort(WITHDRAWN);
  }

  /** Asks no more at all. */
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
