import { isUtf8 } from 'node:buffer';
import { GrowingBuffer } from '../shared/growing-buffer.js';

/** The handling of lines. */
export interface LineTaker {
  /** Receives each line that is not empty. */
  line(line: string): void;
  tooLong(): void;
  notUtf8(): void;
}

const NEWLINE = 0x0a;

/** Joins chunks into lines; a line above the limit is discarded. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #taker: LineTaker;
  readonly #begun: GrowingBuffer;
  #isTooLong = false;

  constructor(maxBytes: number, taker: LineTaker) {
    this.#maxBytes = maxBytes;
    this.#taker = taker;
    this.#begun = new GrowingBuffer(maxBytes);
  }

  read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#finish(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    this.#collect(rest);
  }

  #collect(part: Buffer): void {
    if (!this.#isTooLong && this.#begun.add(part)) return;
    this.#isTooLong = true;
    this.#begun.take();
  }

  #finish(end: Buffer): void {
    const isWhole = this.#begun.isEmpty && !this.#isTooLong && end.length <= this.#maxBytes; // The common case.
    if (!isWhole) this.#collect(end);
    const bytes = isWhole ? end : this.#begun.take();
    const isTooLong = this.#isTooLong;
    this.#isTooLong = false;
    if (isTooLong) return this.#taker.tooLong();
    if (!isUtf8(bytes)) return this.#taker.notUtf8();
    const line = bytes.toString().trim();
    if (line !== '') this.#taker.line(line);
  }
}
