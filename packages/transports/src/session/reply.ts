import { challengeFor } from '../auth/scope-challenge.js';
import { type EventStream, KEEP_ALIVE_MS } from '../edge/event-stream.js';
import type { Message, RequestId } from '../jsonrpc/message.js';
import { background } from '../shared/background.js';

/** JSON documents, event streams, or whatever each answer needs. */
export type ResponseMode = 'auto' | 'json' | 'sse';

/** A started stream of messages. */
export interface ReplyStream {
  readonly response: Response;
  readonly isRead: boolean;
  send(json: string): void;
  /** Releases the client that reads it. */
  leave(): void;
  end(): void;
}

/** The requests of one HTTP request (2025-03-26: basic, "Batches"). */
export interface Batch {
  /** Whether they are a batch, so that the document is an array. */
  readonly isBatch: boolean;
  /** The errors of invalid members. */
  readonly refusals: readonly object[];
}

/** A single message. */
export const NO_BATCH: Batch = { isBatch: false, refusals: [] };

interface ReplyOptions extends Batch {
  /** The requests that are answered. */
  readonly requests: readonly RequestId[];
  readonly mode: ResponseMode;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly stream: () => ReplyStream;
  /**
   * The status of a document. An answer with another status than 200 is a document if possible: a started stream has a
   * status already.
   */
  readonly statusOf?: (answer: Message) => number;
}

/** The answer to one HTTP request: a document, or an event stream if messages precede the answer. */
export class Reply {
  readonly response: Promise<Response>;
  /** Resolves when all requests have been answered or cancelled, or the connection has closed. */
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

  /** Whether a client waits for further messages. */
  get isAwaited(): boolean {
    return this.#open.size > 0 && (!this.#isLeft || this.#stream?.isRead === true);
  }

  /** Called when its client has left. */
  leave(): void {
    this.#isLeft = true;
    this.#stream?.leave();
  }

  /** Sends a message before the answer; returns whether a client receives it. */
  say(message: Message): boolean {
    if (this.#open.size === 0) return false;
    if (this.#options.mode === 'json') return true; // No messages precede a document.
    const json = JSON.stringify(message); // Unserialisable messages start no stream.
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

  /** Drops one of the requests without an answer (basic/utilities/cancellation). */
  cancel(request: RequestId): void {
    if (this.#open.delete(request) && this.#open.size === 0) this.#finish();
  }

  /** Ends without the missing answers. */
  end(): void {
    if (this.#open.size === 0) return;
    this.#open.clear();
    this.#finish();
  }

  /** Starts the stream immediately, or by the first keep-alive if a refusal may come first. */
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
    // Without any answer it is an empty stream: a document needs an answer.
    if (this.#stream !== undefined || this.#answers.length === 0) this.#begin().end();
    else this.#respond(this.#document());
    clearTimeout(this.#delay);
    this.#settle();
  }

  #document(): Response {
    const { isBatch, requests, headers, statusOf = () => 200 } = this.#options;
    const [first] = this.#answers as readonly Message[];
    if (isBatch)
      return Response.json(this.#answers, { status: requests.length === 0 ? BAD_REQUEST : 200, headers: headers() });
    const challenge = challengeFor(first?.error);
    if (challenge === undefined)
      return Response.json(first, { status: statusOf(first as Message), headers: headers() });
    return Response.json(first, { status: 403, headers: { ...headers(), 'www-authenticate': challenge } });
  }
}

/** For bodies without requests. */
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
