import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onceOver } from '../shared/once-over.js';
import { Delivery } from '../edge/delivery.js';
import type { Exchange } from '../edge/exchange.js';
import type { Slot } from '../shared/in-flight.js';
import type { Document } from './documents.js';

/** Makes the answer to a request, for whatever serves web-standard ones. */
export type Answer = (request: Request) => Promise<Response>;

/** One request on its way through the lane. */
export interface Passage {
  /** Answers it, unless its client has gone. */
  answer(document: Document, sessionId: string | undefined): void;
  /** Lets it be answered with something else than a document. */
  surface(answer: Answer): void;
  /** Calls back when its client goes away, or has its answer. */
  onGone(callback: () => void): void;
  /** Gives its place to others for as long as a person takes to answer. */
  lend<T>(answer: Promise<T>): Promise<T>;
  /** Is called when the work for it is over. */
  leave(): void;
  /** Gives no answer, where none can be given. */
  hangUp(): void;
}

/** A request as Node has it. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Hands it to the server. */
  readonly handOver: () => void;
  /** Its place among what is under way. */
  readonly slot: Slot;
  /** How long the client may take nothing of its answer, in milliseconds. */
  readonly answerTimeoutMs: number;
}

export class NodePassage implements Passage {
  readonly incoming: IncomingMessage;
  readonly handOver: () => void;
  readonly #slot: Slot;
  readonly #answerTimeoutMs: number;
  readonly #outgoing: ServerResponse;
  readonly #answers: WeakMap<object, Answer>;
  /** The asynchronous context in which the request came: turns and sockets run their callbacks in another one. */
  readonly #context = new AsyncResource('CuecardRequest');

  /** @param answers where the server looks for what it is to answer with, by the request that it is handed */
  constructor(exchange: NodeExchange, answers: WeakMap<object, Answer>) {
    const { incoming, outgoing, handOver, slot, answerTimeoutMs } = exchange;
    this.incoming = incoming;
    this.handOver = handOver;
    this.#slot = slot;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#outgoing = outgoing;
    this.#answers = answers;
  }

  /** Does something in the asynchronous context in which the request came. */
  run(work: () => void): void {
    this.#context.runInAsyncScope(work);
  }

  hangUp(): void {
    this.#outgoing.destroy();
  }

  answer({ bytes, text, length, status }: Document, sessionId: string | undefined): void {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed || outgoing.headersSent) return;
    outgoing.writeHead(status, headOf(sessionId, length));
    outgoing.cork(); // All in one write, and all before the end, which would add an empty piece to it.
    if (bytes !== undefined) outgoing.write(bytes);
    outgoing.write(text, length === text.length ? 'latin1' : 'utf8'); // What is ASCII is written faster so.
    outgoing.uncork();
    outgoing.end();
  }

  surface(answer: Answer): void {
    this.#answers.set(this.incoming, answer);
    this.handOver();
  }

  onGone(callback: () => void): void {
    onceOver(this.#outgoing, this.incoming.socket, callback);
  }

  lend<T>(answer: Promise<T>): Promise<T> {
    return this.#slot.lend(answer);
  }

  /** An answer that the client has not taken is held in memory until then: so long it is under way. */
  leave(): void {
    const { writableEnded, writableLength } = this.#outgoing;
    if (!writableEnded || writableLength === 0) return this.#slot.leave();
    new Delivery(this.#outgoing, this.incoming.socket, this.#answerTimeoutMs).onEnd(() => this.#slot.leave());
  }
}

/** A web-standard request, whose answer is awaited. */
export class FetchPassage implements Passage {
  readonly answered: Promise<Response>;
  readonly #exchange: Exchange;
  #resolve: ((response: Response | Promise<Response>) => void) | undefined;
  #isOver = false;
  #leave: (() => void) | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.answered = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Counts the work for it until it is over, also when its client has left. */
  hold(): void {
    this.#exchange.onEnd(() => {
      if (!this.#isOver) this.#exchange.hold(new Promise<void>((resolve) => (this.#leave = resolve)));
    });
  }

  answer(document: Document, sessionId: string | undefined): void {
    this.#resolve?.(toResponse(document, sessionId));
  }

  surface(answer: Answer): void {
    this.#resolve?.(answer(this.#exchange.request));
  }

  onGone(callback: () => void): void {
    if (this.#exchange.request.signal.aborted) queueMicrotask(callback);
    else this.#exchange.onEnd(callback);
  }

  lend<T>(answer: Promise<T>): Promise<T> {
    return this.#exchange.lend(answer);
  }

  hangUp(): void {
    this.#resolve?.(Promise.reject(new Error('The answer could not be made')));
  }

  /** Whoever has made the request counts it out, but for work that goes on when the client has left. */
  leave(): void {
    this.#isOver = true;
    this.#leave?.();
  }
}

/** The same answer, web-standard. */
export function toResponse({ bytes, text, status }: Document, sessionId: string | undefined): Response {
  const body = bytes === undefined ? text : Buffer.concat([bytes, Buffer.from(text)]);
  return new Response(body, { status, headers: headersOf(sessionId) });
}

/** Written out, for it is made for every request: in Node 20 a copy with more members costs ten times as much. */
function headOf(sessionId: string | undefined, length: number): Record<string, string | number> {
  return sessionId === undefined
    ? { 'content-type': JSON_TYPE, 'content-length': length }
    : { 'content-type': JSON_TYPE, 'mcp-session-id': sessionId, 'content-length': length };
}

function headersOf(sessionId: string | undefined): Record<string, string> {
  return { 'content-type': JSON_TYPE, ...(sessionId !== undefined && { 'mcp-session-id': sessionId }) };
}

const JSON_TYPE = 'application/json';
