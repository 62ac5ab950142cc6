import type { Message, RequestId } from '../jsonrpc/message.js';

/** The answers to a batch, which form one line once all are there (2025-03-26: basic, "Batches"). */
export class LineBatch {
  readonly #awaited = new Set<unknown>();
  readonly #answers: object[] = [];
  readonly #finish: (answers: readonly object[]) => void;
  #isComplete = false;

  /** @param finish receives all answers, unless there are none */
  constructor(finish: (answers: readonly object[]) => void) {
    this.#finish = finish;
  }

  /** Expects the answer to one of its requests. */
  expect(request: RequestId): void {
    this.#awaited.add(request);
  }

  add(answer: object): void {
    this.#answers.push(answer);
  }

  /** No longer expects an answer. */
  settle(request: unknown, answer?: Message): void {
    if (!this.#awaited.delete(request)) return;
    if (answer !== undefined) this.add(answer);
    this.#end();
  }

  /** The batch is complete. */
  complete(): void {
    this.#isComplete = true;
    this.#end();
  }

  #end(): void {
    if (this.#isComplete && this.#awaited.size === 0 && this.#answers.length > 0) this.#finish(this.#answers);
  }
}
