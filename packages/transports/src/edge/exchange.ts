import type { Identity } from '../auth/identity.js';
import { bodyLimits } from './body.js';
import { carrierOf } from './caller.js';
import { Delivery } from './delivery.js';
import { HeldStream, type HoldLimits, type StreamEnd } from './held-stream.js';
import type { Slot } from '../shared/in-flight.js';
import { MAX_TIMER_MS } from '../shared/limit.js';

interface ExchangeOptions {
  readonly delivery?: Delivery | undefined;
  /** @default those of an endpoint without options */
  readonly limits?: HoldLimits;
}

/** One HTTP request from its arrival to the end of its answer. */
export class Exchange {
  readonly request: Request;
  /** What the body holds, once it has been read. */
  message: unknown;
  /** The error responses for invalid members of a batch. */
  refusals: readonly object[] = [];
  /** On whose behalf it is made, once that has been verified. */
  identity: Identity | undefined;
  readonly #delivery: Delivery | undefined;
  readonly #limits: HoldLimits;
  #slot: Slot | undefined;
  #callbacks: (() => void)[] = [];
  #endsBy = Infinity;
  #hasEnded = false;
  readonly #end = () => {
    this.#hasEnded = true;
    // Whoever makes requests may hold their signals, as Node 20 does for good, and a listener of it holds all of this.
    this.request.signal.removeEventListener('abort', this.#end);
    for (const callback of this.#callbacks.splice(0)) callback();
  };

  /** @param options.delivery how its answer reaches the client, where that can be seen */
  constructor(request: Request, { delivery, limits = bodyLimits({}) }: ExchangeOptions = {}) {
    this.request = request;
    this.#delivery = delivery;
    this.#limits = limits;
    request.signal.addEventListener('abort', this.#end);
  }

  /** Whether the answer has been given to its end, or nobody waits for it any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Calls back when it has ended: at once if it has. */
  onEnd(callback: () => void): void {
    if (this.#hasEnded) callback();
    else this.#callbacks.push(callback);
  }

  /** Takes up a place among what is under way, until it ends. */
  occupy(slot: Slot): void {
    this.#slot = slot;
    this.onEnd(() => slot.leave());
  }

  /** Gives its place to others for as long as a person takes to answer. */
  lend<T>(answer: Promise<T>): Promise<T> {
    return this.#slot?.lend(answer) ?? answer;
  }

  /** Counts work for it that goes on when it has ended, as when its client has left. */
  hold(work: Promise<unknown>, pieces?: number): void {
    this.#slot?.hold(work, pieces);
  }

  /** Ends a stream that is the answer when the identity expires, unless it is at its end before. */
  endWithIdentity(): void {
    this.#endsBy = (this.identity?.expiresAt ?? Infinity) * 1_000;
  }

  /** Answers. An event stream is at its end when it has been read; any other answer when the client has it, or it is there. */
  answer(response: Response): Response {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream && response.body !== null) return new Response(this.#watch(response.body), response);
    if (this.#delivery === undefined) this.#end();
    else this.#delivery.onEnd(this.#end);
    return response;
  }

  #endInTime(stop: () => void): void {
    if (this.#endsBy === Infinity) return;
    const timer = setTimeout(stop, Math.min(this.#endsBy - Date.now(), MAX_TIMER_MS)).unref();
    this.onEnd(() => clearTimeout(timer));
  }

  #watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const held = new HeldStream(body, this.#limits, (how) => this.#endStream(how));
    this.#endInTime(() => held.end()); // Whoever reads then learns that this was all.
    return held.readable;
  }

  #endStream(how: StreamEnd): 'hung up' | undefined {
    const delivery = this.#delivery;
    if (how === 'read' && delivery !== undefined) delivery.onEnd(this.#end);
    else this.#end();
    if (how !== 'stalled' || delivery === undefined) return undefined;
    delivery.hangUp();
    return 'hung up';
  }
}

/** The exchange of a request as it has come, within the limits of the endpoint. */
export function exchangeFor(request: Request, limits: HoldLimits): Exchange {
  const { outgoing, socket } = carrierOf(request) ?? {};
  if (outgoing === undefined || socket === undefined) return new Exchange(request, { limits });
  return new Exchange(request, { limits, delivery: new Delivery(outgoing, socket, limits.answerTimeoutMs) });
}
