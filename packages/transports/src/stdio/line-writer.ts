import type { Writable } from 'node:stream';
import { isAnswer } from '../jsonrpc/message.js';

/**
 * How long after a notice an answer is sent, in milliseconds. The official clients overlook progress that they read together
 * with the answer that it is about.
 */
const APART_MS = 2;

/** Writes messages as lines of JSON, the answers of one turn of the event loop at once. */
export class LineWriter {
  readonly #stdout: Writable;
  /** Keeps the answers that are held back from being sent later; nothing if there are none. */
  #hold: (() => void) | undefined;
  #noticedAt = -Infinity;
  /** What everybody waits for whose message had no room at the client. */
  #flowing: Promise<void> | undefined;
  #isClosed = false;

  constructor(stdout: Writable) {
    this.#stdout = stdout;
  }

  /** How many bytes the client has not read. */
  get pendingBytes(): number {
    return this.#stdout.writableLength;
  }

  /**
   * Sends a message: an answer at the end of the turn, for a write costs more than most of them; anything else at once.
   * @returns whether there was room for it at the client
   */
  write(message: object): boolean {
    const line = `${JSON.stringify(message)}\n`; // What is no JSON holds nothing up.
    if (isAnswer(message)) this.#cork();
    else this.#notice();
    return this.#stdout.write(line) || this.#stdout.destroyed;
  }

  /** Sends an answer that is JSON already. */
  writeAnswer(json: string): void {
    this.#cork();
    this.#stdout.write(`${json}\n`);
  }

  /** Waits until the client has read, or has gone. */
  flowing(): Promise<void> {
    return (this.#flowing ??= this.#untilFlowing());
  }

  /** Sends what is held back; from now on every message at once. */
  close(): void {
    this.#isClosed = true;
    this.#uncork();
  }

  #notice(): void {
    this.#uncork();
    this.#noticedAt = performance.now();
  }

  /** Holds answers back until the end of the turn, or for longer if the client may still be about to read a notice. */
  #cork(): void {
    if (this.#hold !== undefined || this.#isClosed) return;
    this.#stdout.cork();
    const uncork = () => this.#uncork();
    if (performance.now() - this.#noticedAt < APART_MS) {
      const timer = setTimeout(uncork, APART_MS);
      this.#hold = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(uncork);
      this.#hold = () => clearImmediate(immediate);
    }
  }

  #uncork(): void {
    if (this.#hold === undefined) return;
    this.#hold();
    this.#hold = undefined;
    this.#stdout.uncork();
  }

  #untilFlowing(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.#stdout.off('drain', end).off('close', end);
        this.#flowing = undefined;
        resolve();
      };
      this.#stdout.on('drain', end).on('close', end);
    });
  }
}
