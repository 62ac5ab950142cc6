import { background } from '../shared/background.js';

/** How often a stream on which nothing is said lets proxies know that it lives. */
export const KEEP_ALIVE_MS = 15_000;

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
    this.#keepAlive = background(setInterval(() => this.write(': still here\n\n'), KEEP_ALIVE_MS));
  }

  /** Whether nobody reads any more. */
  get isOver(): boolean {
    return this.#controller === undefined;
  }

  /** Sends one message, as JSON on one line; returns whether there is still somebody who reads. */
  send(json: string): boolean {
    return this.write(eventOf(json));
  }

  /** Sends whole events; returns whether there is still somebody who reads. */
  write(events: string): boolean {
    this.#controller?.enqueue(ENCODER.encode(events));
    return this.#controller !== undefined;
  }

  end(): void {
    this.#controller?.close();
    this.#detach();
  }

  #detach(): void {
    clearInterval(this.#keepAlive);
    this.#controller = undefined;
  }
}

/**
 * An event of a stream that holds a message.
 * @param id what a client names to resume the stream after it
 */
export function eventOf(json: string, id?: string): string {
  return `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`;
}

/** An answer that is a stream, which ends at once. */
export function withoutEvents(sessionId: string | undefined): Response {
  const stream = new EventStream(sessionId === undefined ? {} : { 'mcp-session-id': sessionId });
  stream.end();
  return stream.response;
}
