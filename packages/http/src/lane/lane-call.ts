import type { Identity } from '../authentication.js';
import { EventStream } from '../event-stream.js';
import type { LaneRequest } from './dialect.js';
import type { Document } from './documents.js';
import type { LaneClient, LaneQuestion } from './lane-client.js';
import type { LaneContext, LaneRuntime } from './lane-runtime.js';
import { LaneSignal } from './lane-signal.js';
import { type Passage, toResponse } from './passage.js';

/** Who asks what. */
export interface Asked {
  readonly request: LaneRequest;
  readonly from: LaneClient;
  readonly identity: Identity | undefined;
}

/** One request while the runtime answers it. */
export class LaneCall implements LaneQuestion, LaneContext {
  readonly #passage: Passage;
  readonly #request: LaneRequest;
  readonly #from: LaneClient;
  readonly #signal = new LaneSignal(this);
  readonly auth: Identity | undefined;
  /** Takes what the lane would have answered with, once the adapter gives the answer. */
  #surfaced: ((document: Response) => void) | undefined;
  #elicit: unknown;
  #isWaiting = false;
  #isOver = false;
  #hasLeft = false;

  constructor(passage: Passage, { request, from, identity }: Asked) {
    this.#passage = passage;
    this.#request = request;
    this.#from = from;
    this.auth = identity;
  }

  get id(): string | number {
    return this.#request.id;
  }

  get method(): string {
    return this.#request.method.name;
  }

  get params(): object | undefined {
    return this.#request.params;
  }

  get signal(): AbortSignal {
    return this.#signal.signal;
  }

  get requestId(): string | number {
    return this.#request.id;
  }

  get sessionId(): string | undefined {
    return this.#from.sessionId;
  }

  get client(): LaneClient['client'] {
    return this.#from.client;
  }

  get meta(): LaneContext['meta'] {
    return this.#request.meta;
  }

  get elicit(): unknown {
    return (this.#elicit ??= this.#from.asking?.(this));
  }

  /** Asks the runtime; says whether it knows the method. */
  ask(runtime: LaneRuntime): boolean {
    const { method, params } = this.#request;
    try {
      const answer = method.ask(runtime, params, this);
      if (answer === undefined) return false;
      this.#from.enter();
      answer.then(
        (result) => this.#end(this.#documentOf(result)),
        (error: unknown) => this.#end(this.#failure(error)),
      );
    } catch (error) {
      this.#from.enter();
      this.#end(this.#failure(error));
    }
    return true;
  }

  surface(answer: (request: Request, document: Promise<Response>) => Promise<Response>): void {
    if (this.#surfaced !== undefined || this.#isOver || this.#hasLeft) return;
    if (!this.#isWaiting) this.wait(); // It is over when whoever answers now has done so.
    const document = new Promise<Response>((resolve) => (this.#surfaced = resolve));
    this.#passage.surface((request) => answer(request, document));
  }

  async respond(result: Promise<object>): Promise<Response> {
    const document = await result.then(
      (value) => this.#documentOf(value),
      (error: unknown) => this.#failure(error),
    );
    return toResponse(document, this.sessionId);
  }

  /** Ends without an answer, as an adapter does: with an event stream that has no event. */
  cancel(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#signal.abort();
    if (this.#surfaced !== undefined || this.#hasLeft) return; // Then there is nothing to end, or the adapter does it.
    const { sessionId } = this;
    const stream = new EventStream(sessionId === undefined ? {} : { 'mcp-session-id': sessionId });
    stream.end();
    this.#passage.surface(() => Promise.resolve(stream.response));
    this.#leave();
  }

  /** Somebody waits for something: from now on the request can be cancelled, and its client can go away. */
  wait(): void {
    this.#isWaiting = true;
    this.#from.calls?.add(this.id, this);
    this.#passage.onGone(() => this.#gone());
  }

  /** In a session that cancels nothing (basic/transports, "Sending Messages to the Server"). */
  #gone(): void {
    if (this.#from.calls === undefined && !this.#isOver) {
      this.#isOver = true;
      this.#signal.abort();
    }
    this.#leave();
  }

  #end(document: Document): void {
    if (this.#isOver) return;
    this.#finish();
    if (this.#surfaced !== undefined) return this.#surfaced(toResponse(document, this.sessionId));
    this.#passage.answer(document, this.sessionId);
    this.#leave();
  }

  #finish(): void {
    this.#isOver = true;
    if (this.#isWaiting) this.#from.calls?.remove(this.id);
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#from.leave();
    this.#passage.leave();
  }

  #documentOf(result: object): Document {
    try {
      return this.#request.documents.result(this.#request, result);
    } catch {
      return this.#failure(undefined);
    }
  }

  // An error's `data` may be no JSON: then it is as if the error were one that nobody has foreseen.
  #failure(error: unknown): Document {
    const { documents } = this.#request;
    try {
      return documents.error(this.id, error);
    } catch {
      return documents.error(this.id, undefined);
    }
  }
}
