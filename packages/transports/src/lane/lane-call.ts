import type { Identity } from '../auth/authentication.js';
import { EventStream } from '../edge/event-stream.js';
import type { LaneRequest } from './dialect.js';
import type { Document } from './documents.js';
import type { LaneClient, LaneQuestion } from './lane-client.js';
import type { LaneContext } from './lane-runtime.js';
import type { LaneServer } from './lane-server.js';
import { LaneSignal } from './lane-signal.js';
import { type Passage, toResponse } from './passage.js';

/** Who asks what. */
export interface Asked {
  readonly server: Pick<LaneServer, 'runtime' | 'hold' | 'report'>;
  readonly request: LaneRequest;
  readonly from: LaneClient;
  readonly identity: Identity | undefined;
}

/** One request while the runtime answers it. */
export class LaneCall implements LaneQuestion, LaneContext {
  readonly #passage: Passage;
  readonly #server: Asked['server'];
  readonly #request: LaneRequest;
  readonly #from: LaneClient;
  readonly #signal = new LaneSignal(this);
  readonly auth: Identity | undefined;
  /** Takes what the lane would have answered with, once the adapter gives the answer. */
  #surfaced: ((document: Response) => void) | undefined;
  #elicit: unknown;
  #isWaiting = false;
  /** Whether nothing is to be answered any more. */
  #isOver = false;
  /** Whether the client has its answer, or has gone away. */
  #isGone = false;
  /** Whether the runtime has done its work. */
  #hasEnded = false;

  constructor(passage: Passage, { server, request, from, identity }: Asked) {
    this.#passage = passage;
    this.#server = server;
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

  get onOverrun(): LaneContext['onOverrun'] {
    return (work) => this.#server.hold(work);
  }

  /** Asks the runtime; says whether it knows the method. */
  ask(): boolean {
    const { method, params } = this.#request;
    try {
      const answer = this.#server.runtime.methods.get(method.name)?.answer(params, this);
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
    if (this.#surfaced !== undefined || this.#isOver || this.#isGone) return;
    if (!this.#isWaiting) this.wait(); // It is over when whoever answers now has done so.
    const document = new Promise<Response>((resolve) => (this.#surfaced = resolve));
    this.#passage.surface((request) => answer(request, document));
  }

  lend<T>(answer: Promise<T>): Promise<T> {
    return this.#passage.lend(answer);
  }

  async respond(result: Promise<object>): Promise<Response> {
    const document = await result.then(
      (value) => this.#documentOf(value),
      (error: unknown) => this.#failure(error),
    );
    return toResponse(document, this.sessionId);
  }

  /** Ends without an answer, as an adapter does: with an event stream that has no event. */
  cancel(reason?: string): void {
    if (this.#isOver) return;
    this.#finish();
    this.#signal.abort(reason);
    if (this.#surfaced !== undefined || this.#isGone) return; // Then there is nothing to end, or the adapter does it.
    const { sessionId } = this;
    const stream = new EventStream(sessionId === undefined ? {} : { 'mcp-session-id': sessionId });
    stream.end();
    this.#passage.surface(() => Promise.resolve(stream.response));
  }

  /** Somebody waits for something: from now on the request can be cancelled, and its client can go away. */
  wait(): void {
    this.#isWaiting = true;
    this.#from.calls?.add(this.id, this);
    this.#passage.onGone(() => this.#gone());
  }

  /** Up to 2025-11-25 that cancels nothing (basic/transports, "Sending Messages to the Server"). */
  #gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    if (this.#hasEnded && this.#surfaced !== undefined) this.#leave();
    if (!this.#from.cancelsByLeaving || this.#isOver) return;
    this.#isOver = true;
    this.#signal.abort();
  }

  /** Its place is free when the work has ended, whether or not anybody has waited for it. */
  #end(document: Document): void {
    this.#hasEnded = true;
    if (!this.#isOver) this.#answer(document);
    if (this.#surfaced === undefined || this.#isGone) this.#leave();
  }

  #answer(document: Document): void {
    this.#finish();
    if (this.#surfaced !== undefined) return this.#surfaced(toResponse(document, this.sessionId));
    try {
      this.#passage.answer(document, this.sessionId);
    } catch (error) {
      // An application may have put something of its own in the place of Node's response.
      this.#passage.hangUp();
      this.#server.report(error);
    }
  }

  #finish(): void {
    this.#isOver = true;
    if (this.#isWaiting) this.#from.calls?.remove(this.id);
  }

  #leave(): void {
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
