import { type EventStream, KEEP_ALIVE_MS } from '../edge/event-stream.js';
import type { Message, RequestId } from '../jsonrpc/message.js';
import { background } from '../shared/background.js';

/** As JSON documents, as event streams, or as what each answer needs. */
export type ResponseMode = 'auto' | 'json' | 'sse';

/** A stream of messages, once it has begun. */
export interface ReplyStream {
  readonly response: Response;
  readonly isRead: boolean;
  send(json: string): void;
  /** Lets go of the client that reads it. */
  leave(): void;
  end(): void;
}

/** What has come together (2025-03-26: basic, "Batches"). */
export interface Batch {
  /** Whether it has, so that the document is a list. */
  readonly isBatch: boolean;
  /** The errors of members that are no messages. */
  readonly refusals: readonly object[];
}

/** A message by itself. */
export const NO_BATCH: Batch = { isBatch: false, refusals: [] };

interface ReplyOptions extends Batch {
  /** The requests that are answered. */
  readonly requests: readonly RequestId[];
  readonly mode: ResponseMode;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly stream: () => ReplyStream;
  /**
   * The status of a document. An answer that has another one than 200 is a document wherever it can be: a stream that
   * has begun has a status already.
   */
  readonly statusOf?: (answer: Message) => number;
}

/** The answer to one HTTP request: a document, unless something has to be said before it. Then it is an event stream. */
export class Reply {
  readonly response: Promise<Response>;
  /** Settles when each of the requests has been answered or cancelled, or the connection has closed. */
  readonly settled: Promise<void>;
  readonly #options: ReplyOptions;
  readonly #open: Set<RequestId>;
  readonly #answers: object[];
  #stream: ReplyStream | undefined;
  #delay: NodeJS.Timeout | undefined;
  /** Whether its client has left, while the requests may still be worked on. */
  #isLeft = false;
  #settle: () => void = () => {};
  #respond: (response: Response) => void = () => {};

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.#open = new Set(options.requests);
    this.#answers = [...options.refusals];
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    this.response = new Promise((resolve) => (this.#respond = resolve));
    if (options.mode === 'sse') this.#beginSoon();
    if (this.#open.size === 0) this.#finish();
  }

  /** Whether somebody waits for what is still to come. */
  get isAwaited(): boolean {
    return this.#open.size > 0 && (!this.#isLeft || this.#stream?.isRead === true);
  }

  /** Takes note that its client has left. */
  leave(): void {
    this.#isLeft = true;
    this.#stream?.leave();
  }

  /** Says something before the answer; returns whether there is somebody to hear it. */
  say(message: Message): boolean {
    if (this.#open.size === 0) return false;
    if (this.#options.mode === 'json') return true; // Nothing comes before a document.
    const json = JSON.stringify(message); // What is no JSON begins no stream.
    this.#begin().send(json);
    return true;
  }

  /** Answers one of the requests. */
  answer(message: Message): void {
    if (message.id === undefined || !this.#open.delete(message.id)) return;
    if (this.#options.mode === 'sse' && !this.#isRefusal(message)) this.#begin();
    if (this.#stream === undefined) this.#answers.push(message);
    else this.#stream.send(JSON.stringify(message));
    if (this.#open.size === 0) this.#finish();
  }

  /** Lets one of the requests go without an answer (basic/utilities/cancellation). */
  cancel(request: RequestId): void {
    if (this.#open.delete(request) && this.#open.size === 0) this.#finish();
  }

  /** Ends without the answers that are missing. */
  end(): void {
    if (this.#open.size === 0) return;
    this.#open.clear();
    this.#finish();
  }

  /** Begins the stream at once; or, if a refusal may come first, no later than it would say that it lives. */
  #beginSoon(): void {
    if (this.#options.statusOf === undefined) this.#begin();
    else this.#delay = background(setTimeout(() => this.#begin(), KEEP_ALIVE_MS));
  }

  #isRefusal(answer: Message): boolean {
    const { statusOf } = this.#options;
    return statusOf !== undefined && statusOf(answer) !== 200;
  }

  #begin(): ReplyStream {
    clearTimeout(this.#delay);
    if (this.#stream !== undefined) return this.#stream;
    const stream = this.#options.stream();
    this.#stream = stream;
    for (const answer of this.#answers) stream.send(JSON.stringify(answer));
    this.#respond(stream.response);
    return stream;
  }

  #finish(): void {
    // Without any answer it is a stream without any event: a document would have to be one.
    if (this.#stream !== undefined || this.#answers.length === 0) this.#begin().end();
    else this.#respond(this.#document());
    clearTimeout(this.#delay);
    this.#settle();
  }

  #document(): Response {
    const { isBatch, requests, headers, statusOf = () => 200 } = this.#options;
    const [first] = this.#answers as readonly Message[];
    const body = isBatch ? this.#answers : first;
    const statusOfAll = requests.length === 0 ? BAD_REQUEST : 200;
    return Response.json(body, { status: isBatch ? statusOfAll : statusOf(first as Message), headers: headers() });
  }
}

/** For what holds nothing that could be answered. */
const BAD_REQUEST = 400;

/** A stream that cannot be resumed. */
export function passingStream(stream: EventStream): ReplyStream {
  return {
    response: stream.response,
    get isRead() {
      return !stream.isOver;
    },
    send: (json) => void stream.send(json),
    leave: () => stream.end(),
    end: () => stream.end(),
  };
}
