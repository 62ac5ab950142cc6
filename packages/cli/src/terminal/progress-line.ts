import { plainLine } from './plain.js';

/** Shorter work shows no line. */
const AFTER_MS = 1_000;
const EVERY_MS = 100;

/** The last line of a terminal, which shows the progress of long work, and disappears when the work has ended. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  /** When the user last saw progress. */
  #seen = performance.now();
  #drawn = 0;
  #isDrawn = false;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Shows the progress of work that has taken a second. */
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

  /** Removes the line, because the work has ended. */
  end(): void {
    this.#cancel();
    this.#clear();
  }

  /** Removes the line, because the user is asked something. */
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
