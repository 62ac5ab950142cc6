import { background } from '../shared/timers.js';
import type { OpenStream } from '../jsonrpc/answer.js';

/** The interval of comments on a silent stream, which keep it open in proxies. */
export const KEEP_ALIVE_MS = 15_000;

const ENCODER = new TextEncoder();
// `x-accel-buffering` keeps proxies from buffering events.
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The messages of one HTTP response (basic/transports, "Streamable HTTP"). */
export class EventStream implements OpenStream {
  readonly stream: ReadableStream<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
  readonly #keepAlive: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.headers = { ...HEADERS, ...headers };
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => this.#detach(),
    });
    this.#keepAlive = background(setInterval(() => this.write(': still here\n\n'), KEEP_ALIVE_MS));
  }

  /** Whether the client has disconnected. */
  get isOver(): boolean {
    return this.#controller === undefined;
  }

  /** Sends one message, as JSON on one line; returns whether the client is still connected. */
  send(json: string): boolean {
    return this.write(eventOf(json));
  }

  /** Sends complete events; returns whether the client is still connected. */
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
 * Formats an event with a message.
 * @param id the event id that lets a client resume the stream after this event
 */
export function eventOf(json: string, id?: string): string {
  return `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`;
}
