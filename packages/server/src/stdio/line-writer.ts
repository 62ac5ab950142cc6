import type { Writable } from 'node:stream';
import { isAnswer } from '../jsonrpc/message.js';

/**
 * The delay of a response after a notification, in milliseconds. The official clients lose a progress notification that
 * arrives in the same read as its result.
 */
const APART_MS = 2;

/** Writes messages as lines of JSON. Writes the responses of one event loop turn together. */
export class LineWriter {
  readonly #stdout: Writable;
  /** Cancels the delay of held responses; `undefined` if there are none. */
  #hold: (() => void) | undefined;
  #notifiedAt = -Infinity;
  /** The promise for which senders wait until the client reads. */
  #flowing: Promise<void> | undefined;
  #isClosed = false;

  constructor(stdout: Writable) {
    this.#stdout = stdout;
  }

  /** The number of bytes that the client has not read. */
  get pendingBytes(): number {
    return this.#stdout.writableLength;
  }

  /**
   * Sends a message: responses at the end of the event loop turn, because a write costs more than most responses;
   * anything else at once.
   * @returns whether the client had room for it
   */
  write(message: object): boolean {
    const line = `${JSON.stringify(message)}\n`; // Throws before an unserialisable message affects others.
    const isHeld = isAnswer(message);
    if (isHeld) this.#cork();
    else this.#uncork();
    const hasRoom = this.#stdout.write(line) || this.#stdout.destroyed;
    if (!isHeld) this.#notifiedAt = performance.now();
    return hasRoom;
  }

  /**
   * Sends a serialised response.
   * @returns whether the client had room for it
   */
  writeAnswer(json: string): boolean {
    this.#cork();
    return this.#stdout.write(`${json}\n`) || this.#stdout.destroyed;
  }

  /** Waits until the client has read or disconnected. */
  untilWritable(): Promise<void> {
    return (this.#flowing ??= this.#untilFlowing());
  }

  /** Sends the held responses, and every later message immediately. */
  close(): void {
    this.#isClosed = true;
    this.#uncork();
  }

  /** Holds responses until the end of the turn, or longer if the client may still be reading a notification. */
  #cork(): void {
    if (this.#hold !== undefined || this.#isClosed) return;
    this.#stdout.cork();
    const uncork = () => this.#uncork();
    if (performance.now() - this.#notifiedAt < APART_MS) {
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
