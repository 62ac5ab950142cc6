import { type Document, toResponse } from '../jsonrpc/document.js';
import { ArrivingBody } from './arriving-body.js';
import type { BodyLimits } from './body-limits.js';
import { type BodyFault, type BodyTaker, Exchange, type ExchangeOptions } from './exchange.js';
import { type Head, readHeaders } from './head.js';
import type { Holding } from './held-bytes.js';
import { HeldStream } from './held-stream.js';

/** A web-standard request, whose answer is awaited. */
export class WebExchange extends Exchange {
  readonly incoming = undefined;
  protected readonly remoteAddress = undefined;
  readonly head: Head;
  readonly url: string;
  /** The response. */
  readonly answered: Promise<Response>;
  readonly #request: Request;
  #callbacks: (() => void)[] = [];
  #hasEnded = false;
  #resolve: (response: Response) => void = () => {};
  #reject: (reason: Error) => void = () => {};
  readonly #end = () => {
    this.#hasEnded = true;
    // Callers may keep their signals, as Node 20 does forever, and a listener would keep all of this.
    this.#request.signal.removeEventListener('abort', this.#end);
    for (const callback of this.#callbacks.splice(0)) callback();
  };

  constructor(request: Request, options: ExchangeOptions) {
    super(options);
    this.#request = request;
    const url = new URL(request.url);
    this.head = { ...readHeaders(request.headers), host: request.headers.get('host') ?? url.host };
    this.url = `${url.pathname}${url.search}`;
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (request.signal.aborted) this.#hasEnded = true;
    else request.signal.addEventListener('abort', this.#end);
  }

  get method(): string {
    return this.#request.method;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  onEnd(callback: () => void): void {
    if (this.#hasEnded) queueMicrotask(callback);
    else this.#callbacks.push(callback);
  }

  run(work: () => void): void {
    work();
  }

  readBody(taker: BodyTaker): void {
    const { limits } = this.options;
    const { body, bodyUsed } = this.#request;
    const length = Number(this.head.length);
    if (length > limits.maxBodyBytes) return taker.refused(this, 'too large');
    if (bodyUsed || body?.locked === true || (body === null && length > 0)) return taker.refused(this, 'read before');
    if (body === null) return taker.read(this, new Uint8Array());
    void collect(body, limits, this.holding).then(
      (bytes) => taker.attempt(this, () => this.#pass(bytes, taker)),
      () => taker.failed(this),
    );
  }

  #pass(bytes: Uint8Array | BodyFault, taker: BodyTaker): void {
    if (typeof bytes === 'string') taker.refused(this, bytes);
    else taker.read(this, bytes);
  }

  toRequest(): Request {
    return this.#request;
  }

  answer(document: Document, sessionId: string | undefined): void {
    this.respond(toResponse(document, sessionId));
  }

  /** An event stream ends when it has been read; any other answer when it exists. */
  respond(response: Response): void {
    this.locate(response);
    for (const [name, value] of this.headers) response.headers.set(name, value);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream && response.body !== null) return this.#resolve(new Response(this.#watch(response.body), response));
    this.#resolve(response);
    this.#end();
  }

  hangUp(): void {
    this.#reject(new Error('The answer could not be made'));
    this.#end();
  }

  leave(): void {
    this.leaveNow();
  }

  #watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const stream = new HeldStream(body, { ...this.options.limits, held: this.holding }, () => void this.#end());
    this.endInTime(() => stream.end()); // Ends the stream for its reader.
    return stream.readable;
  }
}

/** Resolves to all bytes of a body, or to the reason why there are none. */
async function collect(
  body: ReadableStream<Uint8Array>,
  { maxBodyBytes, bodyTimeoutMs }: BodyLimits,
  holding: Holding,
): Promise<Uint8Array | BodyFault> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined); // It has failed: no further chunk comes.
  const bytes = new ArrivingBody(maxBodyBytes, holding);
  let fault: BodyFault | undefined;
  const timer = setTimeout(() => {
    fault = 'too slow';
    stop();
  }, bodyTimeoutMs);
  try {
    let next = await reader.read();
    while (!next.done && (fault ??= bytes.add(next.value)) === undefined) next = await reader.read();
    if (fault !== undefined) stop();
    return fault ?? bytes.end();
  } finally {
    clearTimeout(timer);
    bytes.end();
  }
}
