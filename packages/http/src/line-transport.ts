import type { Readable, Writable } from 'node:stream';
import { MAX_PENDING_BYTES } from './body.js';
import { type EnvelopeFault, envelopeFault, type MessageGuards } from './envelope-fault.js';
import { isCheckableJson, UNCHECKABLE } from './extent.js';
import { InFlight, type Slot } from './in-flight.js';
import { ANY_SIZE, limit, MAX_TEXT_BYTES } from './limit.js';
import { LineBatch } from './line-batch.js';
import { LineReader } from './line-reader.js';
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
  readonly #reader: LineReader;
  readonly #guards: MessageGuards;
  readonly #inFlight = new InFlight();
  readonly #slots = new Map<unknown, Slot>();
  /** By the requests in them that have not been answered. */
  readonly #batches = new Map<unknown, LineBatch>();
  #flush: NodeJS.Immediate | undefined;
  /** What everybody waits for whose message had no room at the client. */
  #flowing: Promise<void> | undefined;
  #closed = false;

  constructor(guards: MessageGuards, streams: StdioStreams) {
    const { stdin = process.stdin, stdout = process.stdout, maxMessageBytes = 4 * 1024 * 1024 } = streams;
    const maxBytes = Math.min(limit('maxMessageBytes', maxMessageBytes, ANY_SIZE), MAX_TEXT_BYTES);
    this.#guards = guards;
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#reader = new LineReader(maxBytes, {
      line: (line) => this.#receive(line),
      tooLong: () => void this.#write(errorOf(tooLong(maxBytes))),
      notUtf8: () => void this.#write(errorOf(NO_UTF8)),
    });
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#read);
    this.#stdin.once('end', this.#end).once('close', this.#end).on('error', this.#end);
    this.#stdout.on('error', this.#end); // The client has gone; there is nobody to tell.
  }

  async send(message: M): Promise<void> {
    if (LOSSY.has(message.method) && this.#stdout.writableLength > MAX_PENDING_BYTES) return; // The client does not read.
    const isBatched = isAnswer(message) && this.#batches.has(message.id);
    if (!isBatched && !this.#write(message) && !this.#stdout.destroyed) await (this.#flowing ??= this.#untilFlowing());
    if (isAnswer(message)) this.#settle(message.id, message);
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
    this.#stdin.off('data', this.#read).off('end', this.#end).off('close', this.#end).pause();
    this.#uncork();
    this.#stdout.off('error', this.#end);
    this.onclose?.();
  }

  readonly #end = () => void this.drain().then(() => this.close());

  readonly #read = (chunk: Buffer) => this.#reader.read(chunk);

  #receive(line: string): void {
    if (!isCheckableJson(line)) return void this.#write(errorOf(UNCHECKABLE));
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return void this.#write(errorOf(NO_JSON));
    }
    if (Array.isArray(message) && message.length > 0) return this.#takeBatch(message);
    const refusal = this.#take(message);
    if (refusal !== undefined) this.#write(refusal);
  }

  /** Revision 2025-03-26 has batches; in any other they do no harm. */
  #takeBatch(messages: readonly unknown[]): void {
    const batch = new LineBatch((answers) => void this.#write(answers));
    for (const message of messages) {
      const refusal = this.#take(message, batch);
      if (refusal !== undefined) batch.add(refusal);
    }
    batch.complete();
  }

  /** Hands a message to the server; gives the refusal of one that it would not take. */
  #take(message: unknown, batch?: LineBatch): object | undefined {
    const fault = envelopeFault(message, this.#guards);
    if (fault !== undefined) return errorOf(fault);
    const { id, method, params } = message as M;
    // What is listened to goes on until it is ended; and the SDKs do not answer what the client has cancelled.
    if (method === 'notifications/cancelled') this.#settle(params?.['requestId']);
    else if (method !== undefined && id !== undefined && method !== 'subscriptions/listen') this.#await(id, batch);
    this.onmessage?.(message as M);
    return undefined;
  }

  #await(id: RequestId, batch: LineBatch | undefined): void {
    this.#settle(id); // An id used twice is in flight once.
    this.#slots.set(id, this.#inFlight.enter());
    if (batch === undefined) return;
    batch.expect(id);
    this.#batches.set(id, batch);
  }

  /** A request is in flight no more: it has been answered, or cancelled. */
  #settle(id: unknown, answer?: M): void {
    this.#batches.get(id)?.settle(id, answer);
    this.#batches.delete(id);
    this.#slots.get(id)?.leave();
    this.#slots.delete(id);
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

/** What a client may miss: how far something is, and what is logged. */
const LOSSY: ReadonlySet<unknown> = new Set(['notifications/progress', 'notifications/message']);

/** An error without an id where none is known, as MCP has it: `null` is none (schema, "JSONRPCErrorResponse"). */
function errorOf({ id, code, message }: Omit<EnvelopeFault, 'id'> & { readonly id?: RequestId | undefined }): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function tooLong(maxBytes: number): Omit<EnvelopeFault, 'id'> {
  return { code: -32600, message: `Invalid Request: longer than ${maxBytes} bytes` };
}

const NO_JSON = { code: -32700, message: 'Parse error: the line is not JSON' };
const NO_UTF8 = { code: -32700, message: 'Parse error: the line is not UTF-8' };
