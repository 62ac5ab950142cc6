import { isUtf8 } from 'node:buffer';
import type { RequestId } from '../jsonrpc/message.js';
import { RequestIdReader } from '../jsonrpc/request-id-reader.js';
import { GrowingBuffer } from '../shared/growing-buffer.js';

/** Handles the lines of a reader. */
export interface LineHandler {
  /** Receives each line that is not empty. */
  line(line: string): void;
  /** @param id the id of the request on the line, if it could be read */
  tooLong(id: RequestId | undefined): void;
  invalidUtf8(): void;
}

const NEWLINE = 0x0a;

/** Joins chunks into lines, and discards a line above the limit. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #handler: LineHandler;
  readonly #begun: GrowingBuffer;
  /** Reads the request id of a line that is too long, while the line is discarded. */
  #discarding: RequestIdReader | undefined;

  constructor(maxBytes: number, handler: LineHandler) {
    this.#maxBytes = maxBytes;
    this.#handler = handler;
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
    if (this.#discarding === undefined && this.#begun.add(part)) return;
    this.#discarding ??= new RequestIdReader().add(this.#begun.take());
    this.#discarding.add(part);
  }

  #finish(end: Buffer): void {
    // Most chunks end with a complete line.
    const isWhole = this.#begun.isEmpty && this.#discarding === undefined && end.length <= this.#maxBytes;
    if (!isWhole) this.#collect(end);
    const bytes = isWhole ? end : this.#begun.take();
    const discarded = this.#discarding;
    this.#discarding = undefined;
    if (discarded !== undefined) return this.#handler.tooLong(discarded.id);
    if (!isUtf8(bytes)) return this.#handler.invalidUtf8();
    const line = bytes.toString().trim();
    if (line !== '') this.#handler.line(line);
  }
}
