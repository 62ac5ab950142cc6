import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import type { AuthInput } from '@cuecard/core';
import { MAX_PENDING_BYTES } from '../edge/body.js';
import { CompletionLimit, type CompletionOptions } from '../edge/completion-limit.js';
import { errorOf, messageFault } from '../jsonrpc/message-check.js';
import { jsonOf } from '../jsonrpc/answer.js';
import {
  type MessageLimits,
  messageLimitsIn,
  type MessageOptions,
  NO_JSON,
  parseMessage,
} from '../jsonrpc/message-limits.js';
import { isListen, isNotification, isRequest, type Message, type MessageFault } from '../jsonrpc/message.js';
import { formOf } from '../jsonrpc/message-form.js';
import type { Channel } from '../peer/call.js';
import { Peer } from '../peer/peer.js';
import type { Service } from '../peer/service.js';
import { DUPLICATE_ID } from '../session/http-checks.js';
import { InFlight } from '../shared/in-flight.js';
import { ANY_SIZE, limit, MAX_TEXT_BYTES } from '../shared/limit.js';
import { LineReader } from './line-reader.js';
import { LineWriter } from './line-writer.js';

export interface StdioStreams extends CompletionOptions, MessageOptions {
  /** @default process.stdin */
  readonly stdin?: Readable;
  /** @default process.stdout; other output of the process goes to stderr until the server is closed */
  readonly stdout?: Writable;
  /**
   * The maximum length of a message, in bytes. Longer messages are rejected.
   * @default 4194304
   */
  readonly maxMessageBytes?: number;
}

interface LineConnectionOptions extends StdioStreams {
  readonly service: Service;
  /** The caller of requests. */
  readonly auth: AuthInput | undefined;
  /** Called when the connection has ended. */
  readonly closed: () => void;
}

/** The client on stdin and stdout: messages are lines of JSON (basic/transports, "stdio"). */
export class LineConnection {
  readonly #service: Service;
  readonly #peer: Peer;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #reader: LineReader;
  readonly #writer: LineWriter;
  readonly #limits: MessageLimits;
  readonly #completions: CompletionLimit;
  readonly #closed: () => void;
  readonly #inFlight = new InFlight();
  /** The listeners. A shutdown ends them instead of waiting for them. */
  readonly #listening = new InFlight();
  #isClosed = false;
  readonly #plain: Channel = {
    identity: undefined,
    isEnveloped: false,
    isOpen: true,
    isAwaited: true,
    send: (message) => this.#send(message),
    onDisconnect: () => {}, // Over stdio, a client cancels by a notification.
    releaseWhile: (answer) => answer,
    hold: () => {},
  };
  readonly #enveloped: Channel = { ...this.#plain, isEnveloped: true };

  /** @throws {RangeError} if a limit is invalid */
  constructor({ service, auth, closed, ...streams }: LineConnectionOptions) {
    const { stdin = process.stdin, stdout = process.stdout, maxMessageBytes = 4 * 1024 * 1024 } = streams;
    const maxBytes = Math.min(limit('maxMessageBytes', maxMessageBytes, ANY_SIZE), MAX_TEXT_BYTES);
    this.#service = service;
    this.#closed = closed;
    this.#limits = messageLimitsIn(streams);
    this.#completions = new CompletionLimit(streams);
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#writer = new LineWriter(stdout);
    this.#reader = new LineReader(maxBytes, {
      line: (line) => void this.#take(line),
      tooLong: (id) => void this.#writer.write(errorOf({ ...tooLong(maxBytes), id })),
      invalidUtf8: () => void this.#writer.write(errorOf(NO_JSON)),
    });
    this.#peer = new Peer({ service, send: (message) => this.#send(message), asks: true, auth, caller: THE_CLIENT });
  }

  start(): void {
    this.#stdin.on('data', this.#read);
    this.#stdin.once('end', this.#end).once('close', this.#end).on('error', this.#end);
    this.#stdout.on('error', this.#end); // The client has disconnected.
  }

  /** Accepts no more messages, and waits until all accepted ones have been answered. */
  async drain(): Promise<void> {
    this.#stdin.off('data', this.#read);
    this.#stdin.pause();
    this.#peer.questions.end(); // Withdraws elicitations, because no answer would be read.
    await this.#inFlight.untilIdle();
  }

  /** Ends the listeners, then everything else. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stdin.off('data', this.#read).off('end', this.#end).off('close', this.#end).pause();
    this.#service.listeners.close();
    await this.#listening.untilIdle();
    this.#peer.end();
    this.#writer.close();
    this.#stdout.off('error', this.#end);
    this.#closed();
  }

  readonly #end = () => void this.drain().then(() => this.close());

  /** Runs requests in the asynchronous context in which the connection was created. */
  readonly #run = AsyncLocalStorage.snapshot();
  readonly #read = (chunk: Buffer) => this.#run(() => this.#reader.read(chunk));

  #send(message: Message): void {
    if (LOSSY.has(message.method) && this.#writer.pendingBytes > MAX_PENDING_BYTES) return; // The client does not read.
    this.#writer.write(message);
  }

  /** Answers a line, and waits until the client has read the response. */
  async #take(line: string): Promise<void> {
    const message = this.#parse(line);
    if (message === undefined) return;
    const slot = (isListen(message) ? this.#listening : this.#inFlight).enter();
    const isBatch = Array.isArray(message) && message.length > 0;
    const json = await (isBatch ? this.#answerBatch(message) : this.#answer(message));
    if (json !== undefined && !this.#writer.writeAnswer(json) && !this.#isClosed) await this.#writer.untilWritable();
    slot.leave();
  }

  #parse(line: string): unknown {
    const message = parseMessage(line, this.#limits);
    return 'code' in message ? void this.#writer.write(errorOf(message)) : message.json;
  }

  /** Answers a batch when all its responses are complete (2025-03-26: basic, "Batches"). */
  async #answerBatch(messages: readonly unknown[]): Promise<string | undefined> {
    const answers = await Promise.all(messages.map((message) => this.#answer(message)));
    const defined = answers.filter((answer) => answer !== undefined);
    return defined.length === 0 ? undefined : `[${defined.join(',')}]`;
  }

  /** Answers a message. Resolves to `undefined` if the message needs no response. */
  async #answer(message: unknown): Promise<string | undefined> {
    const fault = messageFault(message);
    if (fault !== undefined) return isNotification(message) ? undefined : JSON.stringify(errorOf(fault));
    if (!isRequest(message)) return this.#receive(message as Message);
    const { id } = message;
    if (!this.#completions.admits(message, () => THE_CLIENT))
      return JSON.stringify(errorOf({ ...this.#completions.refusal, id, code: INVALID_REQUEST }));
    if (this.#peer.has(id)) return JSON.stringify(errorOf({ ...DUPLICATE_ID, id }));
    const form = formOf(message, {});
    if (typeof form === 'object') {
      const { code, message: reason, data } = form;
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: reason, data } });
    }
    const document = await this.#peer.answer(message, form === 'enveloped' ? this.#enveloped : this.#plain);
    return document && jsonOf(document);
  }

  #receive(message: Message): undefined {
    const isCancellation = message.method === 'notifications/cancelled';
    if (isCancellation || formOf(message, {}) === 'plain') this.#peer.receive(message);
  }
}

/**
 * A code that every protocol revision has. Since revision 2026-07-28 there are no codes for refusals (basic, "Error
 * Codes").
 */
const INVALID_REQUEST = -32600;

/** The key under which the only client counts. */
const THE_CLIENT = '';

/** Messages that may be dropped: progress and the log. */
const LOSSY: ReadonlySet<unknown> = new Set(['notifications/progress', 'notifications/message']);

function tooLong(maxBytes: number): MessageFault {
  return { code: -32600, message: `Invalid Request: the message is longer than ${maxBytes} bytes` };
}
