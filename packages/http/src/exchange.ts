import type { Identity } from './authentication.js';
import type { Delivery } from './delivery.js';
import { LONGEST_TIMER_MS } from './limit.js';

/** One HTTP request from its arrival to the end of its answer. */
export class Exchange {
  readonly request: Request;
  /** What the body holds, once it has been read. */
  message: unknown;
  /** On whose behalf it is made, once that has been verified. */
  identity: Identity | undefined;
  readonly #delivery: Delivery | undefined;
  #callbacks: (() => void)[] = [];
  #endsBy = Infinity;
  readonly #end = () => {
    // Whoever makes requests may hold their signals, as Node 20 does for good, and a listener of it holds all of this.
    this.request.signal.removeEventListener('abort', this.#end);
    for (const callback of this.#callbacks.splice(0)) callback();
  };

  /** @param delivery how its answer reaches the client, where that can be seen */
  constructor(request: Request, delivery?: Delivery) {
    this.request = request;
    this.#delivery = delivery;
    request.signal.addEventListener('abort', this.#end);
  }

  /** Calls back when the answer has been given to its end, or nobody waits for it any more. */
  onEnd(callback: () => void): void {
    this.#callbacks.push(callback);
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
    const timer = setTimeout(stop, Math.min(this.#endsBy - Date.now(), LONGEST_TIMER_MS)).unref();
    this.onEnd(() => clearTimeout(timer));
  }

  #watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    this.#endInTime(() => void reader.cancel().catch(() => {})); // Whoever reads then learns that this was all.
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await reader.read().catch((error: unknown) => {
          this.#end();
          throw error;
        });
        if (!done) return controller.enqueue(value);
        this.#end();
        controller.close();
      },
      cancel: (reason) => {
        this.#end();
        return reader.cancel(reason);
      },
    });
  }
}
