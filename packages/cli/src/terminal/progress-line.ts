import { plainLine } from './plain.js';

/** What takes no longer needs no line. */
const AFTER_MS = 1_000;
const EVERY_MS = 100;

/** The last line of a terminal, which says what long work is at, and goes when the work has ended. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  /** When the user has last seen that something happens. */
  #seen = performance.now();
  #drawn = 0;
  #isDrawn = false;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Says what the work is at, from when it has taken a second. */
  show(text: string): void {
    this.#text = text;
    const wait = Math.max(this.#seen + AFTER_MS, this.#drawn + EVERY_MS) - performance.now();
    if (wait <= 0) this.#draw();
    else this.#timer ??= setTimeout(() => this.#draw(), wait);
  }

  /** Writes something above the line. */
  above(write: () => void): void {
    const isShown = this.#isDrawn;
    this.#clear();
    write();
    if (isShown) this.#draw();
  }

  /** Takes the line away, because the work has ended. */
  end(): void {
    this.#cancel();
    this.#clear();
  }

  /** Takes the line away, because the user is asked something. */
  giveWay(): void {
    this.end();
    this.#seen = performance.now();
  }

  #draw(): void {
    this.#cancel();
    this.#drawn = performance.now();
    this.#isDrawn = true;
    this.#stream.write(`\r${plainLine(this.#text).slice(0, (this.#stream.columns || 80) - 1)}\u001B[K`);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #clear(): void {
    if (this.#isDrawn) this.#stream.write('\r\u001B[K');
    this.#isDrawn = false;
  }
}
