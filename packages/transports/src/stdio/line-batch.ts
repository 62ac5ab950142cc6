import type { Message, RequestId } from '../jsonrpc/message.js';

/** The answers to a batch, which are one line when all have come (2025-03-26: basic, "Batches"). */
export class LineBatch {
  readonly #awaited = new Set<unknown>();
  readonly #answers: object[] = [];
  readonly #finish: (answers: readonly object[]) => void;
  #isComplete = false;

  /** @param finish is given all answers, unless there is none */
  constructor(finish: (answers: readonly object[]) => void) {
    this.#finish = finish;
  }

  /** Waits for the answer to one of its requests. */
  expect(request: RequestId): void {
    this.#awaited.add(request);
  }

  add(answer: object): void {
    this.#answers.push(answer);
  }

  /** Waits for a request no more. */
  settle(request: unknown, answer?: Message): void {
    if (!this.#awaited.delete(request)) return;
    if (answer !== undefined) this.add(answer);
    this.#end();
  }

  /** Nothing more is asked in it. */
  complete(): void {
    this.#isComplete = true;
    this.#end();
  }

  #end(): void {
    if (this.#isComplete && this.#awaited.size === 0 && this.#answers.length > 0) this.#finish(this.#answers);
  }
}
