import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Document, type Answer, isOpenStream, type OpenStream } from '../jsonrpc/answer.js';
import { background } from '../shared/timers.js';
import { waitForDrain, onResponseEnd, Delivery } from './response-end.js';
import type { BodyResult } from './body.js';
import { Exchange, type ExchangeOptions } from './exchange.js';
import { type Head, hostIn, pathIn, readHead } from './head.js';
import { BufferedStream } from './buffered-stream.js';
import { type PreparsedRequest, readIncoming } from './incoming-body.js';

/** A request of Node. */
export class NodeExchange extends Exchange {
  readonly incoming: PreparsedRequest;
  readonly head: Head;
  readonly #outgoing: ServerResponse;
  readonly #turn: TurnEnd;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    options: ExchangeOptions & { readonly turn: TurnEnd },
  ) {
    super(options);
    this.incoming = incoming;
    this.head = readHead(incoming.rawHeaders);
    this.head.host = hostIn(incoming.url ?? '/') ?? this.head.host;
    this.#outgoing = outgoing;
    this.#turn = options.turn;
  }

  get method(): string {
    return this.incoming.method ?? '';
  }

  get url(): string {
    return pathIn(this.incoming.url ?? '/');
  }

  protected get remoteAddress(): string | undefined {
    return this.incoming.socket.remoteAddress;
  }

  get hasEnded(): boolean {
    const { destroyed, writableFinished } = this.#outgoing;
    return destroyed || writableFinished || this.incoming.socket.destroyed;
  }

  onEnd(callback: () => void): void {
    onResponseEnd(this.#outgoing, this.incoming.socket, callback);
  }

  async readBody(): Promise<BodyResult> {
    const { limits } = this.options;
    const { incoming, head } = this;
    if (Number(head.length) > limits.maxBodyBytes) return 'too large';
    const isFlowing = incoming.readableFlowing === true && !incoming.readableEnded;
    if (!isFlowing) await this.#turn.wait(); // A flowing body would be lost during the wait.
    return readIncoming(this, limits);
  }

  toRequest(): Request {
    const { incoming, head } = this;
    const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
    const headers = new Headers();
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      const name = incoming.rawHeaders[at] as string;
      if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[at + 1] as string);
    }
    return new Request(`${scheme}://${head.host}${this.url}`, { method: this.method, headers });
  }

  /** Sends the response, and releases the slot when the client has read it. */
  send(answer: Answer): void {
    const canSend = !this.#outgoing.destroyed && !this.#outgoing.headersSent;
    if (isOpenStream(answer)) return canSend ? this.#stream(answer) : void answer.stream.cancel();
    const document = this.documentOf(answer);
    if (canSend) this.#write(document);
    this.#releaseSlotIfRead();
  }

  disconnect(): void {
    this.#outgoing.destroy();
  }

  /**
   * Releases the slot once the response is read. Until then its bytes are in memory, so the request is still in
   * progress.
   */
  #releaseSlotIfRead(): void {
    if (this.#outgoing.writableLength === 0) this.releaseSlot();
    else this.#awaitDelivery(() => this.releaseSlot());
  }

  /** The headers for this HTTP version. HTTP/2 has no connection headers. */
  #headersFor(headers: Readonly<Record<string, string>>): Record<string, string | number> {
    const { connection, ...others } = headers;
    return connection === undefined || this.incoming.httpVersionMajor >= 2 ? others : { ...others, connection };
  }

  /** Over HTTP/2, keeps the connection, because other requests share it. */
  #disconnectSoon(): void {
    if (this.incoming.httpVersionMajor < 2) this.incoming.socket.destroySoon();
    else this.#outgoing.destroy();
  }

  #head(status: number, headers: Readonly<Record<string, string | number>>): void {
    for (const [name, value] of this.headers) this.#outgoing.setHeader(name, value);
    this.#outgoing.writeHead(status, headers);
  }

  #write({ status, bytes, text, length = Buffer.byteLength(text), headers }: Document): void {
    const outgoing = this.#outgoing;
    const size = status === 204 ? {} : { 'content-length': length }; // 204 forbids it (RFC 9110, section 8.6).
    const own = headers && { ...this.#headersFor(headers), ...this.sessionHeader, ...size };
    this.#head(status, own ?? headOf(this.sessionId, length));
    outgoing.cork(); // Joins the writes with `end()`, which would otherwise send an empty chunk.
    if (bytes !== undefined) outgoing.write(bytes);
    // Node writes ASCII faster as latin1.
    if (length > 0) outgoing.write(text, length === text.length ? 'latin1' : 'utf8');
    outgoing.uncork();
    outgoing.end();
    if (!this.incoming.complete) this.#discardBody();
  }

  /** Reads the rest of an unwanted body for a short time, so that its client can read the response. */
  #discardBody(): void {
    const { incoming } = this;
    const timer = background(setTimeout(() => this.#disconnectSoon(), DISCARD_MS));
    incoming.once('close', () => clearTimeout(timer)).resume();
  }

  /** Waits until the client has read the response. Until then it is in memory. */
  #awaitDelivery(taken: () => void): void {
    const { holding } = this;
    const bytes = this.#outgoing.writableLength;
    holding.add(bytes);
    new Delivery(this.#outgoing, this.incoming.socket, this.options.limits.answerTimeoutMs).onEnd(() => {
      holding.release(bytes);
      taken();
    });
  }

  #stream({ stream: source, headers }: OpenStream): void {
    this.#head(200, headers);
    this.#outgoing.flushHeaders();
    const stream = new BufferedStream(source, { ...this.options.limits, held: this.holding }, (how) => {
      if (how === 'stalled') this.disconnect();
      return undefined;
    });
    this.endAtExpiry(() => stream.end()); // Ends the stream for its reader.
    const reader = stream.readable.getReader();
    this.onEnd(() => void reader.cancel().catch(() => {}));
    void this.#pump(reader).catch(() => this.disconnect()); // The stream was aborted.
  }

  async #pump(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const outgoing = this.#outgoing;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!outgoing.write(next.value)) await waitForDrain(outgoing);
    }
    outgoing.end();
    if (!outgoing.destroyed && outgoing.writableLength > 0) this.#awaitDelivery(() => {});
  }
}

/**
 * Copies the properties one by one, because each request needs this object: in Node 20 a spread costs ten times as
 * much.
 */
function headOf(sessionId: string | undefined, length: number): Record<string, string | number> {
  return sessionId === undefined
    ? { 'content-type': 'application/json', 'content-length': length }
    : { 'content-type': 'application/json', 'mcp-session-id': sessionId, 'content-length': length };
}

/** The time for reading the rest of an unwanted body. */
const DISCARD_MS = 500;

/**
 * The end of an event loop turn, at which the server reads all requests of the turn together. The same code then runs
 * many times in a row, which suits processors, and a client with many requests is woken once instead of for each
 * response. Without this, 16 connections cost 1.7 times the processor time. The wait delays a single request slightly.
 */
export class TurnEnd {
  #end: Promise<void> | undefined;

  wait(): Promise<void> {
    this.#end ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#end = undefined;
        resolve();
      });
    });
    return this.#end;
  }
}
