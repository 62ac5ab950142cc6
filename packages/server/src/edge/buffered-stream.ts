import { background } from '../shared/timers.js';
import type { BodyLimits } from './body.js';
import type { CallerBudget } from './held-bytes.js';

/** The limits of an unread stream. */
export interface HoldLimits extends Pick<BodyLimits, 'maxPendingBytes' | 'answerTimeoutMs'> {
  /** Counts the unread bytes of all streams. */
  readonly held?: CallerBudget;
}

/** The reason why a stream ended: the client has read everything, disconnected, or stalled. */
export type StreamEnd = 'read' | 'left' | 'stalled';

type HasDisconnected = 'hung up' | undefined;

/** The time limit for more than `maxPendingBytes` unread bytes, because clients need a moment to read a burst. */
const CATCH_UP_MS = 1_000;

/** The size of one read. A client that reads this much within the timeout is slow, but has not stalled. */
const PIECE_BYTES = 65_536;

/**
 * Passes a stream on to a client that may not read it. Reads the source immediately, so that all unread bytes are in
 * this buffer, which has a limit.
 */
export class BufferedStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limits: HoldLimits;
  readonly #ended: (how: StreamEnd) => HasDisconnected;
  readonly #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Whether the source has ended or failed. */
  #isRead = false;
  /** Whether the client no longer reads. Further chunks are then dropped. */
  #isOver = false;
  #fault: unknown;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Runs while bytes are unread, and restarts when the client reads some. */
  #stallTimer: NodeJS.Timeout | undefined;
  /** Runs from the time when the limit is exceeded until the client has read everything. */
  #catchUpTimer: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};
  #resume: () => void = () => {};

  /**
   * @param ended called once, when the buffer holds no more bytes; with `read` even if the source failed. If `ended`
   * itself disconnects the client, the readable stream does not fail.
   */
  constructor(source: ReadableStream<Uint8Array>, limits: HoldLimits, ended: (how: StreamEnd) => HasDisconnected) {
    this.#source = source.getReader();
    this.#limits = limits;
    this.#ended = ended;
    this.readable = new ReadableStream(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#sendNext(),
        cancel: (reason) => void this.#detach('left', reason),
      },
      { highWaterMark: 0 },
    );
    void this.#read();
  }

  /** Ends the stream after the bytes that have already been read from its source. */
  end(): void {
    void this.#source.cancel().catch(() => {});
  }

  get #isFull(): boolean {
    return this.#pendingBytes > this.#limits.maxPendingBytes;
  }

  async #read(): Promise<void> {
    try {
      for (let next = await this.#source.read(); !next.done; next = await this.#source.read()) {
        if (this.#isFull) await this.#untilCaughtUp();
        this.#hold(next.value);
      }
    } catch (error) {
      this.#fault = error;
    }
    this.#isRead = true;
    if (this.#pieces.length === 0) this.#finish();
  }

  #hold(chunk: Uint8Array): void {
    if (this.#isOver) return;
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) this.#pieces.push(chunk.subarray(at, at + PIECE_BYTES));
    this.#pendingBytes += chunk.length;
    this.#limits.held?.add(chunk.length);
    this.#startTimers();
    this.#wake();
  }

  async #sendNext(): Promise<void> {
    if (this.#pieces.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const piece = this.#pieces.shift();
    if (piece === undefined) return; // The stream has ended in the meantime.
    this.#controller?.enqueue(piece);
    this.#pendingBytes -= piece.length;
    this.#limits.held?.release(piece.length);
    this.#stallTimer = stop(this.#stallTimer);
    this.#startTimers();
    if (!this.#isFull) this.#resume();
    // Ends here, because the client may never pull again.
    if (this.#isRead && this.#pieces.length === 0) this.#finish();
  }

  /** Starts the timeouts of a client with unread bytes. */
  #startTimers(): void {
    const { answerTimeoutMs } = this.#limits;
    const reason = `The client did not read from the stream for ${answerTimeoutMs} ms`;
    if (this.#pendingBytes > 0) this.#stallTimer ??= this.#abortAfter(answerTimeoutMs, reason);
    else this.#catchUpTimer = stop(this.#catchUpTimer);
  }

  #untilCaughtUp(): Promise<void> {
    const reason = `The stream has more than ${this.#limits.maxPendingBytes} unread bytes`;
    this.#catchUpTimer ??= this.#abortAfter(CATCH_UP_MS, reason);
    return new Promise((resolve) => (this.#resume = resolve));
  }

  #abortAfter(milliseconds: number, reason: string): NodeJS.Timeout {
    return background(setTimeout(() => this.#abort(new Error(reason)), milliseconds));
  }

  #finish(): void {
    if (this.#isOver) return;
    if (this.#fault === undefined) this.#controller?.close();
    else this.#controller?.error(this.#fault);
    this.#end('read');
  }

  #abort(fault: Error): void {
    if (this.#detach('stalled', fault) !== 'hung up') this.#controller?.error(fault);
  }

  #detach(how: StreamEnd, reason: unknown): HasDisconnected {
    void this.#source.cancel(reason).catch(() => {});
    return this.#isOver ? undefined : this.#end(how);
  }

  #end(how: StreamEnd): HasDisconnected {
    this.#isOver = true;
    this.#stallTimer = stop(this.#stallTimer);
    this.#catchUpTimer = stop(this.#catchUpTimer);
    this.#pieces.length = 0;
    this.#limits.held?.release(this.#pendingBytes);
    this.#pendingBytes = 0;
    this.#resume();
    this.#wake();
    return this.#ended(how);
  }
}

function stop(timer: NodeJS.Timeout | undefined): undefined {
  clearTimeout(timer);
}
