import type { ServerResponse } from 'node:http';
import type { Identity } from '../authentication.js';
import type { CorsHeaders } from '../cors.js';
import { EventStream } from '../event-stream.js';
import type { LaneRequest } from './dialect.js';
import { type Document, errorDocument, resultDocument } from './document.js';
import type { LaneClient, LaneContext, LaneQuestion, LaneRuntime } from './lane-server.js';
import { LaneSignal } from './lane-signal.js';

/** Who asks what, and where the answer goes. */
export interface LaneExchange {
  readonly outgoing: ServerResponse;
  readonly request: LaneRequest;
  readonly from: LaneClient;
  readonly identity: Identity | undefined;
  /** What the answer is headed with for a page that asks. */
  readonly cors: CorsHeaders | undefined;
  /** Writes an answer that is not just a document. */
  readonly surface: (answer: (request: Request) => Promise<Response>) => void;
  /** Is called when the request is over. */
  readonly leave: () => void;
}

/** One request while the runtime answers it. */
export class LaneCall implements LaneQuestion, LaneContext {
  readonly #exchange: LaneExchange;
  readonly #signal = new LaneSignal(this);
  /** Takes what the lane would have answered with, once the adapter gives the answer. */
  #surfaced: ((document: Response) => void) | undefined;
  #isWaiting = false;
  #isOver = false;
  #hasLeft = false;

  constructor(exchange: LaneExchange) {
    this.#exchange = exchange;
  }

  get id(): string | number {
    return this.#exchange.request.id;
  }

  get signal(): AbortSignal {
    return this.#signal.signal;
  }

  get requestId(): string | number {
    return this.#exchange.request.id;
  }

  get sessionId(): string | undefined {
    return this.#exchange.from.sessionId;
  }

  get client(): { readonly revision: string } {
    return this.#exchange.from.client;
  }

  get auth(): Identity | undefined {
    return this.#exchange.identity;
  }

  get meta(): LaneContext['meta'] {
    return this.#exchange.request.meta;
  }

  get elicit(): unknown {
    return this.#exchange.from.asking?.(this);
  }

  /** Asks the runtime; says whether it knows the method. */
  ask(runtime: LaneRuntime): boolean {
    const { request } = this.#exchange;
    const { id, method, params } = request;
    try {
      const answer = method.ask(runtime, params, this);
      answer?.then(
        (result) => this.#end(() => resultDocument(request, result)),
        (error: unknown) => this.#end(() => errorDocument(id, error)),
      );
      return answer !== undefined;
    } catch (error) {
      this.#end(() => errorDocument(id, error));
      return true;
    }
  }

  surface(answer: (request: Request, document: Promise<Response>) => Promise<Response>): void {
    if (this.#surfaced !== undefined || this.#isOver || this.#hasLeft) return;
    const document = new Promise<Response>((resolve) => (this.#surfaced = resolve));
    this.#exchange.surface((request) => answer(request, document));
  }

  /** Ends without an answer, as an adapter does: with an event stream that has no event. */
  cancel(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#signal.abort();
    if (this.#surfaced !== undefined || this.#hasLeft) return; // Then there is nothing to end, or the adapter does it.
    const stream = new EventStream(sessionHeaders(this.sessionId));
    stream.end();
    this.#exchange.surface(() => Promise.resolve(stream.response));
    this.#leave();
  }

  /** Somebody waits for something: from now on the request can be cancelled, and its client can go away. */
  wait(): void {
    const { outgoing, from } = this.#exchange;
    this.#isWaiting = true;
    from.calls?.add(this.id, this);
    const gone = () => this.#gone();
    outgoing.once('close', gone);
    if (outgoing.destroyed) queueMicrotask(gone);
  }

  /** In a session that cancels nothing (basic/transports, "Sending Messages to the Server"). */
  #gone(): void {
    if (this.#exchange.from.calls === undefined && !this.#isOver) {
      this.#isOver = true;
      this.#signal.abort();
    }
    this.#leave();
  }

  #end(make: () => Document): void {
    if (this.#isOver) return;
    this.#finish();
    const document = this.#document(make);
    if (this.#surfaced !== undefined) return this.#surfaced(toResponse(document, this.sessionId));
    write(this.#exchange, document);
    this.#leave();
  }

  #finish(): void {
    this.#isOver = true;
    if (this.#isWaiting) this.#exchange.from.calls?.remove(this.id);
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#exchange.leave();
  }

  // An error's `data` may be no JSON: then it is as if the error were one that nobody has foreseen.
  #document(make: () => Document): Document {
    try {
      return make();
    } catch {
      return errorDocument(this.id, undefined);
    }
  }
}

function write({ outgoing, from, cors }: LaneExchange, { text, length }: Document): void {
  if (outgoing.destroyed || outgoing.headersSent) return;
  const headers = { 'content-type': JSON_TYPE, ...sessionHeaders(from.sessionId) };
  if (cors === undefined) outgoing.writeHead(200, { ...headers, 'content-length': length });
  else outgoing.writeHead(200, { ...cors, ...headers, vary: 'Origin', 'content-length': length });
  outgoing.end(text, length === text.length ? 'latin1' : 'utf8'); // What is ASCII is written faster so.
}

function toResponse({ text }: Document, sessionId: string | undefined): Response {
  return new Response(text, { headers: { 'content-type': JSON_TYPE, ...sessionHeaders(sessionId) } });
}

function sessionHeaders(sessionId: string | undefined): Readonly<Record<string, string>> {
  return sessionId === undefined ? {} : { 'mcp-session-id': sessionId };
}

const JSON_TYPE = 'application/json';
