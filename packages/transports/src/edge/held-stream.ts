import { background } from '../shared/background.js';
import type { BodyLimits } from './body-limits.js';
import type { Holding } from './held-bytes.js';

/** How much of a stream may wait for its client, and for how long. */
export interface HoldLimits extends Pick<BodyLimits, 'maxPendingBytes' | 'answerTimeoutMs'> {
  /** Counts what waits, with that of all other streams. */
  readonly held?: Holding;
}

/** How a stream has come to its end: read as a whole, left by its client, or broken off, as nobody read it. */
export type StreamEnd = 'read' | 'left' | 'stalled';

type HangUp = 'hung up' | undefined;

/** For how long more than `maxPendingBytes` may be about to wait: what is said at once takes a client a moment to read. */
const CATCH_UP_MS = 1_000;

/** What is taken at once: a client that takes as much in the time it has is slow, and not stalled. */
const PIECE_BYTES = 65_536;

/**
 * A stream on its way to a client, which may not read it. It is taken from its source as it comes, so that what waits is
 * held here and nowhere else, where it can be bounded.
 */
export class HeldStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limits: HoldLimits;
  readonly #ended: (how: StreamEnd) => HangUp;
  readonly #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Whether all of the source is here, or it has failed. */
  #isRead = false;
  /** Whether nobody takes anything any more: what still comes then is nobody's. */
  #isOver = false;
  #fault: unknown;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Runs while something waits, until some of it is taken. */
  #stallTimer: NodeJS.Timeout | undefined;
  /** Runs since more came than may wait, until all that waits has been taken. */
  #catchUpTimer: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};
  #resume: () => void = () => {};

  /**
   * @param ended is called once, when nothing more is held: with `read` also for a source that has failed. Where it has hung
   * up on the client, whoever passes the stream on need not be told that it is broken off.
   */
  constructor(source: ReadableStream<Uint8Array>, limits: HoldLimits, ended: (how: StreamEnd) => HangUp) {
    this.#source = source.getReader();
    this.#limits = limits;
    this.#ended = ended;
    this.readable = new ReadableStream(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#give(),
        cancel: (reason) => void this.#detach('left', reason),
      },
      { highWaterMark: 0 },
    );
    void this.#read();
  }

  /** Ends it with what has come by now. */
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
    this.#time();
    this.#wake();
  }

  async #give(): Promise<void> {
    if (this.#pieces.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const piece = this.#pieces.shift();
    if (piece === undefined) return; // It has ended meanwhile.
    this.#controller?.enqueue(piece);
    this.#pendingBytes -= piece.length;
    this.#limits.held?.release(piece.length);
    this.#stallTimer = stop(this.#stallTimer);
    this.#time();
    if (!this.#isFull) this.#resume();
    if (this.#isRead && this.#pieces.length === 0) this.#finish(); // Not when it is asked for more, which may never be.
  }

  /** Times a client for which something waits. */
  #time(): void {
    const { answerTimeoutMs } = this.#limits;
    const why = `The client took nothing of the stream for ${answerTimeoutMs} ms`;
    if (this.#pendingBytes > 0) this.#stallTimer ??= this.#breakOffAfter(answerTimeoutMs, why);
    else this.#catchUpTimer = stop(this.#catchUpTimer);
  }

  #untilCaughtUp(): Promise<void> {
    const why = `The client let more than ${this.#limits.maxPendingBytes} bytes of the stream wait`;
    this.#catchUpTimer ??= this.#breakOffAfter(CATCH_UP_MS, why);
    return new Promise((resolve) => (this.#resume = resolve));
  }

  #breakOffAfter(milliseconds: number, why: string): NodeJS.Timeout {
    return background(setTimeout(() => this.#breakOff(new Error(why)), milliseconds));
  }

  #finish(): void {
    if (this.#isOver) return;
    if (this.#fault === undefined) this.#controller?.close();
    else this.#controller?.error(this.#fault);
    this.#end('read');
  }

  #breakOff(fault: Error): void {
    if (this.#detach('stalled', fault) !== 'hung up') this.#controller?.error(fault);
  }

  #detach(how: StreamEnd, reason: unknown): HangUp {
    void this.#source.cancel(reason).catch(() => {});
    return this.#isOver ? undefined : this.#end(how);
  }

  #end(how: StreamEnd): HangUp {
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
