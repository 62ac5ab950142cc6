import { isUtf8 } from 'node:buffer';

/** What becomes of lines. */
export interface LineTaker {
  /** Is given each line that is not empty. */
  line(line: string): void;
  tooLong(): void;
  notUtf8(): void;
}

const NEWLINE = 0x0a;

/** Puts lines together from chunks; of one beyond the limit only the size is kept, until it is over. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #taker: LineTaker;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number, taker: LineTaker) {
    this.#maxBytes = maxBytes;
    this.#taker = taker;
  }

  read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#collect(rest.subarray(0, end));
      this.#finish();
      rest = rest.subarray(end + 1);
    }
    this.#collect(rest);
  }

  #collect(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) this.#parts.push(part);
    else this.#parts = [];
  }

  #finish(): void {
    const isTooLong = this.#size > this.#maxBytes;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    if (isTooLong) return this.#taker.tooLong();
    if (!isUtf8(bytes)) return this.#taker.notUtf8();
    const line = bytes.toString().trim();
    if (line !== '') this.#taker.line(line);
  }
}
