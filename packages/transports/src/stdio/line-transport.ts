import type { Readable, Writable } from 'node:stream';
import type { GivenAuth } from '@cuecard/core';
import { MAX_PENDING_BYTES } from '../edge/body-limits.js';
import { CompletionLimit, type CompletionOptions } from '../edge/completion-limit.js';
import { type EnvelopeFault, envelopeFault, errorOf } from '../jsonrpc/envelope-fault.js';
import { isCheckableJson, maxValuesIn, type MessageOptions, uncheckableJson } from '../jsonrpc/message-budget.js';
import { InFlight, type Slot } from '../shared/in-flight.js';
import { ANY_SIZE, limit, MAX_TEXT_BYTES } from '../shared/limit.js';
import { LineBatch } from './line-batch.js';
import { LineExchange } from './line-exchange.js';
import type { LineLane } from './line-lane.js';
import { LineReader } from './line-reader.js';
import { LineWriter } from './line-writer.js';
import { cancelledIn, isAnswer, isRequest, type Message, type RequestId } from '../jsonrpc/message.js';

export interface StdioStreams extends CompletionOptions, MessageOptions {
  /** @default process.stdin */
  readonly stdin?: Readable;
  /** @default process.stdout; what else the process writes there goes to stderr until the server is closed */
  readonly stdout?: Writable;
  /**
   * The maximum length of a message, in bytes; a longer one is refused.
   * @default 4194304
   */
  readonly maxMessageBytes?: number;
}

/**
 * Messages as lines of JSON (basic/transports, "stdio"). The SDKs' own transports ignore unreadable lines, buffer lines
 * of any length, and drop requests in flight when they close; this one answers, limits and waits.
 */
export class LineTransport {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  /** Answers requests that need no server. */
  lane?: LineLane;
  /** Called when no further messages are accepted. */
  ondrain?: () => void;
  /** Called when the client is ready (basic/lifecycle, "Initialization"). */
  oninitialized?: () => void;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #reader: LineReader;
  readonly #writer: LineWriter;
  readonly #maxValues: number;
  readonly #auth: GivenAuth | undefined;
  readonly #completions: CompletionLimit;
  readonly #inFlight = new InFlight();
  readonly #slots = new Map<unknown, Slot>();
  /** By their unanswered requests. */
  readonly #batches = new Map<unknown, LineBatch>();
  #closed = false;

  /** @param auth the caller of requests */
  constructor(streams: StdioStreams, auth?: GivenAuth) {
    const { stdin = process.stdin, stdout = process.stdout, maxMessageBytes = 4 * 1024 * 1024 } = streams;
    const maxBytes = Math.min(limit('maxMessageBytes', maxMessageBytes, ANY_SIZE), MAX_TEXT_BYTES);
    this.#maxValues = maxValuesIn(streams);
    this.#auth = auth;
    this.#completions = new CompletionLimit(streams);
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#writer = new LineWriter(stdout);
    this.#reader = new LineReader(maxBytes, {
      line: (line) => this.#receive(line),
      tooLong: (id) => void this.#writer.write(errorOf({ ...tooLong(maxBytes), id })),
      notUtf8: () => void this.#writer.write(errorOf(NO_UTF8)),
    });
  }

  start(): void {
    this.#stdin.on('data', this.#read);
    this.#stdin.once('end', this.#end).once('close', this.#end).on('error', this.#end);
    this.#stdout.on('error', this.#end); // The client has left.
  }

  async send(message: Message): Promise<void> {
    if (LOSSY.has(message.method) && this.#writer.pendingBytes > MAX_PENDING_BYTES) return; // The client does not read.
    const isBatched = isAnswer(message) && this.#batches.has(message.id);
    if (!isBatched && !this.#writer.write(message)) await this.#writer.flowing();
    if (isAnswer(message)) this.#settle(message.id, message);
  }

  /** Accepts no further messages, and waits until all accepted ones have been answered. */
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
    this.#writer.close();
    this.#stdout.off('error', this.#end);
    this.onclose?.();
  }

  readonly #end = () => void this.drain().then(() => this.close());

  readonly #read = (chunk: Buffer) => this.#reader.read(chunk);

  #receive(line: string): void {
    if (!isCheckableJson(line, this.#maxValues))
      return void this.#writer.write(errorOf(uncheckableJson(line, this.#maxValues)));
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return void this.#writer.write(errorOf(NO_JSON));
    }
    if (Array.isArray(message) && message.length > 0) return this.#takeBatch(message);
    if (this.#answerAtOnce(message)) return;
    const refusal = this.#take(message);
    if (refusal !== undefined) this.#writer.write(refusal);
  }

  /** Answers a request that needs only an answer; returns whether it does. */
  #answerAtOnce(message: unknown): boolean {
    const request = this.lane?.read(message);
    if (request === undefined || this.#slots.has(request.id)) return false;
    if (!this.#completions.admits(message, () => THE_CLIENT)) return false; // It is refused below.
    this.lane?.answer(request, new LineExchange(this.#writer, this.#inFlight.enter(), this.#auth));
    return true;
  }

  /** Only revision 2025-03-26 has batches; they do no harm in others. */
  #takeBatch(messages: readonly unknown[]): void {
    const batch = new LineBatch((answers) => void this.#writer.write(answers));
    for (const message of messages) {
      const refusal = this.#take(message, batch);
      if (refusal !== undefined) batch.add(refusal);
    }
    batch.complete();
  }

  /** Passes a message to the server; returns the refusal of an invalid one. */
  #take(message: unknown, batch?: LineBatch): object | undefined {
    const fault = envelopeFault(message, this.#maxValues);
    if (fault !== undefined) return errorOf(fault);
    if (!this.#completions.admits(message, () => THE_CLIENT))
      return errorOf({ ...this.#completions.refusal, id: idOf(message), code: INVALID_REQUEST });
    const { id, method } = message as Message;
    // Listeners continue until they are ended, and the SDKs do not answer cancelled requests.
    if (method === 'notifications/cancelled') this.#cancel(message);
    else if (isAnswered(method) && id !== undefined) this.#await(id, batch);
    if (method === 'notifications/initialized') this.oninitialized?.();
    this.onmessage?.(message as Message);
    return undefined;
  }

  #cancel(message: unknown): void {
    for (const { id, reason } of cancelledIn(message)) {
      this.lane?.cancel(id, reason);
      this.#settle(id);
    }
  }

  #await(id: RequestId, batch: LineBatch | undefined): void {
    this.#settle(id); // A repeated id is in flight once.
    this.#slots.set(id, this.#inFlight.enter());
    if (batch === undefined) return;
    batch.expect(id);
    this.#batches.set(id, batch);
  }

  /** Called when a request has been answered or cancelled. */
  #settle(id: unknown, answer?: Message): void {
    this.#batches.get(id)?.settle(id, answer);
    this.#batches.delete(id);
    this.#slots.get(id)?.leave();
    this.#slots.delete(id);
  }
}

/** Whether a request of this method is answered when its work is done. */
const isAnswered = (method: string | undefined) => method !== undefined && method !== 'subscriptions/listen';

function idOf(message: unknown): RequestId | undefined {
  return isRequest(message) ? message.id : undefined;
}

/** A code of every revision: since 2026-07-28 servers have no codes for refusals (basic, "Error Codes"). */
const INVALID_REQUEST = -32600;

/** The key for completions: there is one client. */
const THE_CLIENT = '';

/** Messages that a client may miss: progress and the log. */
const LOSSY: ReadonlySet<unknown> = new Set(['notifications/progress', 'notifications/message']);

function tooLong(maxBytes: number): Omit<EnvelopeFault, 'id'> {
  return { code: -32600, message: `Invalid Request: longer than ${maxBytes} bytes` };
}

const NO_JSON = { code: -32700, message: 'Parse error: the line is not JSON' };
const NO_UTF8 = { code: -32700, message: 'Parse error: the line is not UTF-8' };
