import type { BodyLimits } from './body.js';

/** How much of a stream may wait for its client, and for how long. */
export type HoldLimits = Pick<BodyLimits, 'maxPendingBytes' | 'answerTimeoutMs'>;

/** How a stream has come to its end: read as a whole, left by its client, or broken off, as nobody read it. */
export type StreamEnd = 'read' | 'left' | 'stalled';

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
  readonly #ended: (how: StreamEnd) => void;
  readonly #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  #isRead = false;
  /** Whether nobody takes anything any more: what still comes then is nobody's. */
  #isOver = false;
  #fault: Error | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};

  /** @param ended is called when nothing more is held: with `read` also for a source that has failed */
  constructor(source: ReadableStream<Uint8Array>, limits: HoldLimits, ended: (how: StreamEnd) => void) {
    this.#source = source.getReader();
    this.#limits = limits;
    this.#ended = ended;
    this.readable = new ReadableStream(
      { pull: (controller) => this.#give(controller), cancel: (reason) => this.#letGo('left', reason) },
      { highWaterMark: 0 },
    );
    void this.#read();
  }

  /** Ends it with what has come by now. */
  end(): void {
    void this.#source.cancel().catch(() => {});
  }

  async #read(): Promise<void> {
    try {
      for (let next = await this.#source.read(); !next.done; next = await this.#source.read()) this.#hold(next.value);
    } catch (error) {
      this.#fault ??= error as Error;
    }
    this.#isRead = true;
    this.#wake();
  }

  #hold(chunk: Uint8Array): void {
    if (this.#isOver) return;
    const { maxPendingBytes } = this.#limits;
    if (this.#pendingBytes > maxPendingBytes) {
      return this.#breakOff(`The client let more than ${maxPendingBytes} bytes of the stream wait`);
    }
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) this.#pieces.push(chunk.subarray(at, at + PIECE_BYTES));
    this.#pendingBytes += chunk.length;
    this.#watch();
    this.#wake();
  }

  async #give(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#pieces.length === 0 && !this.#isRead) await new Promise<void>((resolve) => (this.#wake = resolve));
    const piece = this.#pieces.shift();
    if (piece === undefined) return this.#finish(controller);
    controller.enqueue(piece);
    this.#pendingBytes -= piece.length;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#watch();
  }

  #finish(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (this.#fault === undefined) controller.close();
    else controller.error(this.#fault);
    this.#ended('read');
  }

  #watch(): void {
    if (this.#pendingBytes === 0) return;
    const { answerTimeoutMs } = this.#limits;
    this.#timer ??= setTimeout(
      () => this.#breakOff(`The client took nothing of the stream for ${answerTimeoutMs} ms`),
      answerTimeoutMs,
    ).unref();
  }

  #breakOff(why: string): void {
    this.#fault = new Error(why);
    this.#letGo('stalled', this.#fault);
  }

  #letGo(how: StreamEnd, reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#pieces.length = 0;
    this.#pendingBytes = 0;
    void this.#source.cancel(reason).catch(() => {});
    this.#ended(how);
  }
}
