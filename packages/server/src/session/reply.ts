import type { Channel } from '../peer/call.js';
import type { Peer } from '../peer/peer.js';
import { EventStream, KEEP_ALIVE_MS } from '../edge/event-stream.js';
import type { Exchange } from '../edge/exchange.js';
import { type Document, jsonOf, type Answer, type OpenStream } from '../jsonrpc/answer.js';
import { isRequest, type Message } from '../jsonrpc/message.js';
import { background } from '../shared/timers.js';

/** The form of responses: JSON documents, event streams, or the simplest form that a response allows. */
export type ResponseMode = 'auto' | 'json' | 'sse';

/** A started stream of messages. */
export interface ReplyStream {
  readonly answer: OpenStream;
  readonly isRead: boolean;
  send(json: string): void;
  /** Ends the stream for the client that reads it. */
  leave(): void;
  end(): void;
}

interface ReplyOptions {
  readonly mode: ResponseMode;
  /**
   * Starts a stream for the caller.
   * @default a stream that cannot be resumed
   */
  readonly stream?: () => ReplyStream;
  /**
   * Whether a client cancels its request by disconnecting, and errors have their own HTTP status, as since protocol
   * revision 2026-07-28.
   */
  readonly isEnveloped: boolean;
  /** The pending replies. The server ends them when it closes. */
  readonly inProgress?: RepliesInProgress | undefined;
}

/**
 * The pending replies. They are in an array, because a set that changes with each request keeps ended replies alive
 * until a full garbage collection, which makes each request cost 1.5 times as much.
 */
export class RepliesInProgress {
  readonly #replies: Reply[] = [];

  add(reply: Reply): void {
    reply.index = this.#replies.push(reply) - 1;
  }

  delete({ index }: Reply): void {
    const last = this.#replies.pop();
    if (last === undefined || last.index === index) return;
    this.#replies[index] = last;
    last.index = index;
  }

  abort(): void {
    for (const reply of this.#replies.slice()) reply.abort(); // Each reply removes itself.
  }
}

/** The response to the requests of one HTTP request: a document, or an event stream if messages precede the result. */
export class Reply implements Channel {
  readonly #answer: Promise<Answer>;
  readonly #exchange: Exchange;
  readonly #options: ReplyOptions;
  readonly #documents: Document[] = [];
  /** The reply's index among the pending replies. */
  index = 0;
  #peer: Peer | undefined;
  /** The number of requests without a response. */
  #awaited = 0;
  #stream: ReplyStream | undefined;
  /** Whether a disconnected client knows the stream, and may resume it. */
  #isResumable = false;
  #delay: NodeJS.Timeout | undefined;
  #isOver = false;
  #settle: () => void = () => {};
  #respond: (answer: Answer) => void = () => {};

  constructor(exchange: Exchange, options: ReplyOptions) {
    this.#exchange = exchange;
    this.#options = options;
    this.#answer = new Promise((resolve) => (this.#respond = resolve));
    if (options.mode !== 'sse') return;
    // Delays the stream, because an error with a different status may arrive before the first keep-alive is due.
    if (options.isEnveloped) this.#delay = background(setTimeout(() => this.#begin(), KEEP_ALIVE_MS));
    else this.#begin();
  }

  get identity(): Exchange['identity'] {
    return this.#exchange.identity;
  }

  get head(): Exchange['head'] {
    return this.#exchange.head;
  }

  get isEnveloped(): boolean {
    return this.#options.isEnveloped;
  }

  get isOpen(): boolean {
    return this.#options.mode !== 'json';
  }

  get isAwaited(): boolean {
    return !this.#isOver && (this.#isResumable || !this.#exchange.hasEnded);
  }

  send(message: Message): void {
    if (this.#isOver || !this.isOpen) return;
    const json = JSON.stringify(message); // Throws before an unserialisable message starts a stream.
    this.#begin().send(json);
  }

  releaseWhile<T>(answer: Promise<T>): Promise<T> {
    return this.#exchange.releaseWhile(answer);
  }

  hold(work: Promise<unknown>): void {
    this.#exchange.hold(work);
  }

  onDisconnect(cancel: () => void): void {
    if (this.#options.isEnveloped) this.#exchange.onEnd(cancel);
  }

  /** Passes messages to a peer, which answers the requests among them, and receives the rest. */
  to(messages: readonly Message[], peer: Peer): Promise<Answer> {
    const requests = messages.filter(isRequest);
    this.#awaited = requests.length;
    this.#peer = peer;
    this.#options.inProgress?.add(this);
    for (const request of requests) void peer.answer(request, this).then((document) => this.#add(document));
    for (const message of messages) if (!isRequest(message)) peer.receive(message);
    if (requests.length === 0) this.#finish();
    return this.#answer;
  }

  /** Ends the reply without a response. */
  abort(): void {
    this.#exchange.disconnect();
    this.#peer?.end();
  }

  /** Adds the response to one of the requests, unless it is cancelled. */
  #add(document: Document | undefined): void {
    if (document !== undefined) {
      if (this.#options.mode === 'sse' && document.status === 200) this.#begin();
      if (this.#stream === undefined) this.#documents.push(document);
      else this.#stream.send(jsonOf(document));
    }
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#finish();
  }

  /** Sends the added responses. */
  #finish(): void {
    this.#isOver = true;
    const { message, refusals } = this.#exchange;
    const [first] = this.#documents;
    if (this.#stream === undefined && Array.isArray(message) && this.#documents.length + refusals.length > 0)
      this.#respond(this.#batch());
    else if (this.#stream === undefined && first !== undefined) this.#respond(first);
    else (this.#stream ?? this.#begin(this.#emptyStream())).end(); // Without responses there is no document.
    clearTimeout(this.#delay);
    this.#settle();
    this.#options.inProgress?.delete(this);
  }

  /** A stream that no client can resume. */
  #emptyStream(): ReplyStream {
    return nonResumableStream(new EventStream(this.#exchange.sessionHeader));
  }

  #begin(empty?: ReplyStream): ReplyStream {
    clearTimeout(this.#delay);
    if (this.#stream !== undefined) return this.#stream;
    const stream = empty ?? this.#options.stream?.() ?? nonResumableStream(new EventStream());
    this.#stream = stream;
    this.#isResumable = !this.#exchange.hasEnded;
    for (const refusal of this.#exchange.refusals) stream.send(JSON.stringify(refusal));
    for (const document of this.#documents) stream.send(jsonOf(document));
    const settled = new Promise<void>((resolve) => (this.#settle = resolve));
    this.#exchange.onEnd(() => this.#detachClient(settled));
    this.#respond(stream.answer);
    return stream;
  }

  #detachClient(settled: Promise<void>): void {
    this.#stream?.leave();
    if (this.#isOver) return;
    this.#exchange.hold(settled);
  }

  /** A batch without requests is answered with an error (2025-03-26: basic, "Batches"). */
  #batch(): Document {
    const refusals = this.#exchange.refusals.map((refusal) => JSON.stringify(refusal));
    const text = `[${[...refusals, ...this.#documents.map(jsonOf)].join(',')}]`;
    return { status: this.#documents.length === 0 ? 400 : 200, text };
  }
}

/** A stream that cannot be resumed. */
export function nonResumableStream(stream: EventStream): ReplyStream {
  return {
    answer: stream,
    get isRead() {
      return !stream.isOver;
    },
    send: (json) => void stream.send(json),
    leave: () => stream.end(),
    end: () => stream.end(),
  };
}
