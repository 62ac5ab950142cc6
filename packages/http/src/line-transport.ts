import type { Readable, Writable } from 'node:stream';
import { envelopeFault, type MessageGuards } from './envelope-fault.js';
import { InFlight } from './in-flight.js';
import { isAnswer, type Message, type RequestId } from './message.js';

export interface StdioStreams {
  /** @default process.stdin */
  readonly stdin?: Readable;
  /** @default process.stdout */
  readonly stdout?: Writable;
  /**
   * How long one message may be, in bytes; a longer one is refused.
   * @default 4194304
   */
  readonly maxMessageBytes?: number;
}

const NEWLINE = 0x0a;

/**
 * Messages as lines of JSON (basic/transports, "stdio"). The SDKs' own transports stay silent about lines that they
 * cannot read, grow with the longest of them, and forget what is in flight when they close; this one answers, bounds and
 * waits. It is a transport to both SDKs, whose types of messages are not the same.
 */
export class LineTransport<M extends Message> {
  onmessage?: (message: M) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Called when nothing more is taken in. */
  ondrain?: () => void;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #maxBytes: number;
  readonly #guards: MessageGuards;
  readonly #inFlight = new InFlight();
  readonly #leave = new Map<unknown, () => void>();
  #line: Buffer[] = [];
  #size = 0;
  #flush: NodeJS.Immediate | undefined;
  /** What everybody waits for whose message had no room at the client. */
  #flowing: Promise<void> | undefined;
  #closed = false;

  constructor(guards: MessageGuards, streams: StdioStreams) {
    const { stdin = process.stdin, stdout = process.stdout, maxMessageBytes = 4 * 1024 * 1024 } = streams;
    this.#guards = guards;
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#maxBytes = maxMessageBytes;
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#read);
    this.#stdin.once('end', this.#end);
    this.#stdout.on('error', this.#end); // The client has gone; there is nobody to tell.
  }

  async send(message: M): Promise<void> {
    if (!this.#write(message) && !this.#stdout.destroyed) await (this.#flowing ??= this.#untilFlowing());
    if (isAnswer(message)) this.#answered(message.id);
  }

  /** Takes in nothing more, and waits until everything taken in has been answered. */
  async drain(): Promise<void> {
    this.#stdin.off('data', this.#read);
    this.#stdin.pause();
    this.ondrain?.();
    await this.#inFlight.settled();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stdin.off('data', this.#read).off('end', this.#end).pause();
    this.#uncork();
    this.#stdout.off('error', this.#end);
    this.onclose?.();
  }

  readonly #end = () => void this.drain().then(() => this.close());

  readonly #read = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#collect(rest.subarray(0, end));
      this.#finishLine();
      rest = rest.subarray(end + 1);
    }
    this.#collect(rest);
  };

  // Beyond the limit only the size is kept, until the line is over.
  #collect(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) this.#line.push(part);
    else this.#line = [];
  }

  #finishLine(): void {
    const line = this.#size <= this.#maxBytes ? Buffer.concat(this.#line).toString().trim() : undefined;
    this.#line = [];
    this.#size = 0;
    if (line === undefined) this.#refuse(null, -32600, `Invalid Request: longer than ${this.#maxBytes} bytes`);
    else if (line !== '') this.#receive(line);
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#refuse(null, -32700, 'Parse error: the line is not JSON');
    }
    const fault = envelopeFault(message, this.#guards);
    if (fault !== undefined) return this.#refuse(fault.id, fault.code, fault.message);
    this.#accept(message as M);
  }

  #accept(message: M): void {
    const { id, method, params } = message;
    // What is listened to goes on until it is ended; and the SDKs do not answer what the client has cancelled.
    if (method === 'notifications/cancelled') this.#answered(params?.['requestId']);
    else if (method !== undefined && id !== undefined && method !== 'subscriptions/listen') this.#asked(id);
    this.onmessage?.(message);
  }

  #asked(id: RequestId): void {
    this.#answered(id); // An id used twice is in flight once.
    this.#leave.set(id, this.#inFlight.enter());
  }

  #answered(id: unknown): void {
    this.#leave.get(id)?.();
    this.#leave.delete(id);
  }

  #refuse(id: RequestId | null, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  /**
   * The answers of one turn of the event loop go out together: a write costs more than most of them. What else there is to
   * say goes out at once, for clients that read it together with an answer may overlook it.
   */
  #write(message: object): boolean {
    const line = `${JSON.stringify(message)}\n`; // What is no JSON holds nothing up.
    if (isAnswer(message)) this.#cork();
    else this.#uncork();
    return this.#stdout.write(line);
  }

  /** Waits until the client has read, or has gone. */
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

  #cork(): void {
    if (this.#flush !== undefined || this.#closed) return;
    this.#stdout.cork();
    this.#flush = setImmediate(() => this.#uncork());
  }

  #uncork(): void {
    if (this.#flush === undefined) return;
    clearImmediate(this.#flush);
    this.#flush = undefined;
    this.#stdout.uncork();
  }
}
