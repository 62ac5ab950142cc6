import type { Identity } from '../auth/identity.js';
import type { Document } from '../jsonrpc/document.js';
import type { LaneExchange } from '../lane/lane-exchange.js';
import type { Slot } from '../shared/in-flight.js';
import type { LineWriter } from './line-writer.js';

/** A request over stdio that the lane answers. */
export class LineExchange implements LaneExchange {
  readonly identity: Identity | undefined;
  readonly #writer: LineWriter;
  readonly #slot: Slot;
  readonly #callbacks: (() => void)[] = [];

  constructor(writer: LineWriter, slot: Slot, identity: Identity | undefined) {
    this.#writer = writer;
    this.#slot = slot;
    this.identity = identity;
  }

  answer({ bytes, text }: Document): void {
    this.#writer.writeAnswer(bytes === undefined ? text : `${bytes.toString()}${text}`);
  }

  /** A stream belongs to a cancelled request, which is not answered. */
  respond(response: Response): void {
    if (response.headers.get('content-type') !== 'application/json') return this.leave();
    void this.#write(response);
  }

  /** Its client never leaves alone: it ends when another answer than a document has been written. */
  onEnd(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  async #write(response: Response): Promise<void> {
    this.#writer.writeAnswer(await response.text());
    for (const callback of this.#callbacks.splice(0)) callback();
  }

  lend<T>(answer: Promise<T>): Promise<T> {
    return answer;
  }

  hold(): void {}

  leave(): void {
    this.#slot.leave();
  }

  hangUp(): void {
    this.leave();
  }
}
