import { JSON_HEADERS, type Answer, isOpenStream } from '../jsonrpc/answer.js';
import { type BodyResult, type BodyFault, type BodyLimits, ArrivingBody } from './body.js';
import { Exchange, type ExchangeOptions } from './exchange.js';
import { type Head, readHeaders } from './head.js';
import type { CallerBudget } from './held-bytes.js';
import { BufferedStream } from './buffered-stream.js';

/** A web-standard request. The caller of `fetch` awaits its response. */
export class WebExchange extends Exchange {
  readonly incoming = undefined;
  protected readonly remoteAddress = undefined;
  readonly head: Head;
  readonly url: string;
  readonly #request: Request;
  #callbacks: (() => void)[] = [];
  #hasEnded = false;
  #isDisconnected = false;
  readonly #end = () => {
    this.#hasEnded = true;
    // Removes its listener from the signal, because callers may keep their signals, as Node 20 does forever.
    this.#request.signal.removeEventListener('abort', this.#end);
    for (const callback of this.#callbacks.splice(0)) callback();
  };

  constructor(request: Request, options: ExchangeOptions) {
    super(options);
    this.#request = request;
    const url = new URL(request.url);
    this.head = { ...readHeaders(request.headers), host: request.headers.get('host') ?? url.host };
    this.url = `${url.pathname}${url.search}`;
    if (request.signal.aborted) this.#hasEnded = true;
    else request.signal.addEventListener('abort', this.#end);
  }

  get method(): string {
    return this.#request.method;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  onEnd(callback: () => void): void {
    if (this.#hasEnded) queueMicrotask(callback);
    else this.#callbacks.push(callback);
  }

  readBody(): Promise<BodyResult> | BodyResult {
    const { limits } = this.options;
    const { body, bodyUsed } = this.#request;
    const length = Number(this.head.length);
    if (length > limits.maxBodyBytes) return 'too large';
    if (bodyUsed || body?.locked === true || (body === null && length > 0)) return 'read before';
    return body === null ? new Uint8Array() : collectBody(body, limits, this.holding);
  }

  toRequest(): Request {
    return this.#request;
  }

  /**
   * Returns the response. The exchange ends when the client has read an event stream; with any other response, it
   * ends at once.
   * @throws {Error} if the request was aborted
   */
  responseOf(answer: Answer): Response {
    if (this.#isDisconnected) throw new Error('The request was aborted before the response was ready');
    if (isOpenStream(answer))
      return new Response(this.#watch(answer.stream), { headers: this.#withSessionHeader(answer.headers) });
    const { status, bytes, text, headers } = this.documentOf(answer);
    const all = { ...(headers ?? JSON_HEADERS), ...this.sessionHeader };
    const whole = bytes === undefined ? text || null : Buffer.concat([bytes, Buffer.from(text)]);
    const body = this.method === 'HEAD' ? null : whole;
    this.#end();
    this.releaseSlot();
    return new Response(body, { status, headers: this.#withSessionHeader(all) });
  }

  disconnect(): void {
    this.#isDisconnected = true;
    this.#end();
  }

  #withSessionHeader(headers: Readonly<Record<string, string>>): Record<string, string> {
    return { ...headers, ...Object.fromEntries(this.headers) };
  }

  #watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const stream = new BufferedStream(body, { ...this.options.limits, held: this.holding }, () => void this.#end());
    this.endAtExpiry(() => stream.end()); // Ends the stream for its reader.
    return stream.readable;
  }
}

/** Reads a body within its limits. */
async function collectBody(
  body: ReadableStream<Uint8Array>,
  { maxBodyBytes, bodyTimeoutMs }: BodyLimits,
  holding: CallerBudget,
): Promise<BodyResult> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined); // The body has failed, so no further chunk arrives.
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
  } catch {
    return 'gone';
  } finally {
    clearTimeout(timer);
    bytes.end();
  }
}
