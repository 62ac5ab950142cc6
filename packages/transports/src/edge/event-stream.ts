/** How often a stream on which nothing is said lets proxies know that it lives. */
const KEEP_ALIVE_MS = 15_000;

const ENCODER = new TextEncoder();
// The second keeps proxies from collecting what should arrive at once.
const HEADERS = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

/** Messages to a client, one after the other, as the answer to its HTTP request (basic/transports, "Streamable HTTP"). */
export class EventStream {
  readonly response: Response;
  readonly #keepAlive: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => this.#detach(),
    });
    this.response = new Response(body, { headers: { 'content-type': 'text/event-stream', ...HEADERS, ...headers } });
    this.#keepAlive = setInterval(() => this.#write(': still here\n\n'), KEEP_ALIVE_MS).unref();
  }

  /** Sends one message, as JSON on one line; says whether there is still somebody who reads. */
  send(json: string): boolean {
    return this.#write(eventOf(json));
  }

  /** Sends the last messages in one piece, and ends. */
  finish(jsons: readonly string[]): void {
    this.#write(jsons.map(eventOf).join(''));
    this.end();
  }

  end(): void {
    this.#controller?.close();
    this.#detach();
  }

  #write(text: string): boolean {
    this.#controller?.enqueue(ENCODER.encode(text));
    return this.#controller !== undefined;
  }

  #detach(): void {
    clearInterval(this.#keepAlive);
    this.#controller = undefined;
  }
}

/** An event of a stream that holds a message. */
export function eventOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}
