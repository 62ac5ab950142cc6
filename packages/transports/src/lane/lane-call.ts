import type { CallOptions } from '@cuecard/core';
import type { Identity } from '../auth/identity.js';
import type { LaneExchange } from './lane-exchange.js';
import { withoutEvents } from '../edge/event-stream.js';
import { checkBy } from '../edge/head.js';
import type { LaneRequest } from './dialect.js';
import { type Document, toResponse } from '../jsonrpc/document.js';
import type { LaneClient, LaneQuestion, SurfacedAnswer } from './lane-client.js';
import { LaneSignal } from './lane-signal.js';

/** The request and its sender. */
interface LaneCallOptions {
  readonly request: LaneRequest;
  readonly from: LaneClient;
  /** All calls that a client waits for. */
  readonly waiting: Set<LaneCall>;
  /** Reports a request that could not be answered. */
  readonly report: (error: unknown) => void;
}

/** One request while the runtime answers it. */
export class LaneCall implements LaneQuestion, CallOptions {
  readonly #exchange: LaneExchange;
  readonly #request: LaneRequest;
  readonly #from: LaneClient;
  readonly #report: LaneCallOptions['report'];
  readonly #waiting: LaneCallOptions['waiting'];
  readonly #signal = new LaneSignal(this);
  readonly auth: Identity | undefined;
  /** Receives the lane's answer when the adapter sends the answer. */
  #surfaced: ((document: Response) => void) | undefined;
  #elicit: CallOptions['elicit'];
  #isWaiting = false;
  /** Whether no answer is to be sent any more. */
  #isOver = false;
  /** Whether the client has its answer, or has left. */
  #isGone = false;
  /** Whether the runtime has finished its work. */
  #hasEnded = false;

  constructor(exchange: LaneExchange, { request, from, report, waiting }: LaneCallOptions) {
    this.#exchange = exchange;
    this.#request = request;
    this.#from = from;
    this.#report = report;
    this.#waiting = waiting;
    this.auth = exchange.identity;
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

  get meta(): CallOptions['meta'] {
    return this.#request.meta;
  }

  get elicit(): CallOptions['elicit'] {
    return (this.#elicit ??= this.#from.asking?.(this));
  }

  get checkHeaders(): CallOptions['checkHeaders'] {
    return checkBy(this.#request.head);
  }

  get onOverrun(): CallOptions['onOverrun'] {
    return (work) => this.#exchange.hold(work);
  }

  /** Calls the runtime. */
  ask(): void {
    const { method, params } = this.#request;
    try {
      this.#from.enter();
      const answer = method.answer(params, this);
      answer.then(
        (result) => this.#end(this.#request.documents.result(this.#request, result)),
        (error: unknown) => this.#end(this.#request.documents.error(this.id, error)),
      );
    } catch (error) {
      this.#end(this.#request.documents.error(this.id, error));
    }
  }

  surface(answer: SurfacedAnswer): void {
    if (this.#surfaced !== undefined || this.#isOver || this.#isGone) return;
    if (!this.#isWaiting) this.wait(); // The adapter that answers now decides when it is over.
    const document = new Promise<Response>((resolve) => (this.#surfaced = resolve));
    void answer(document, this.#exchange).then(
      (response) => this.#exchange.respond(response),
      (error: unknown) => this.#fail(error),
    );
  }

  lend<T>(answer: Promise<T>): Promise<T> {
    return this.#exchange.lend(answer);
  }

  async respond(result: Promise<object>): Promise<Response> {
    const document = await result.then(
      (value) => this.#request.documents.result(this.#request, value),
      (error: unknown) => this.#request.documents.error(this.id, error),
    );
    return toResponse(document, this.sessionId);
  }

  /** Ends without an answer, as an adapter does: by an event stream without events. */
  cancel(reason?: string): void {
    if (this.#isOver) return;
    this.#finish();
    this.#signal.abort(reason);
    if (this.#surfaced !== undefined || this.#isGone) return; // Then there is nothing to end, or the adapter ends it.
    this.#exchange.respond(withoutEvents(this.sessionId));
  }

  /** Ends without a response: the server sends it. */
  giveUp(): void {
    this.#finish();
    this.#exchange.hangUp();
    this.#signal.abort();
  }

  /** Called when the call must wait: from now on it can be cancelled, and its client can leave. */
  wait(): void {
    if (this.#isOver) return; // Work after the answer may still listen.
    this.#isWaiting = true;
    this.#waiting.add(this);
    this.#from.calls?.add(this.id, this);
    this.#exchange.onEnd(() => this.#gone());
  }

  /** Up to 2025-11-25 this cancels nothing (basic/transports, "Sending Messages to the Server"). */
  #gone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    if (this.#hasEnded && this.#surfaced !== undefined) this.#leave();
    if (!this.#from.cancelsByLeaving || this.#isOver) return;
    this.#finish();
    this.#signal.abort();
  }

  /** Its slot is released when the work has ended, whether or not the client waited for it. */
  #end(document: Document): void {
    this.#hasEnded = true;
    if (!this.#isOver) this.#answer(document);
    if (this.#surfaced === undefined || this.#isGone) this.#leave();
  }

  #answer(document: Document): void {
    this.#finish();
    if (this.#surfaced !== undefined) return this.#surfaced(toResponse(document, this.sessionId));
    try {
      this.#exchange.answer(document, this.sessionId);
    } catch (error) {
      this.#fail(error);
    }
  }

  // An application may have replaced Node's response.
  #fail(error: unknown): void {
    this.#exchange.hangUp();
    this.#report(error);
  }

  #finish(): void {
    this.#isOver = true;
    if (!this.#isWaiting) return;
    this.#waiting.delete(this);
    this.#from.calls?.remove(this.id);
  }

  #leave(): void {
    this.#from.leave();
    this.#exchange.leave();
  }
}
