import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Document, toResponse } from '../jsonrpc/document.js';
import { background } from '../shared/background.js';
import { drained, onceOver } from '../shared/once-over.js';
import { Delivery } from './delivery.js';
import { type BodyTaker, Exchange, type ExchangeOptions } from './exchange.js';
import { type Head, readHead } from './head.js';
import { HeldStream } from './held-stream.js';
import { type Read, takeIncoming } from './incoming-body.js';
import { pathIn } from './request-target.js';
import type { TickBatch } from './tick-batch.js';

/** A request of Node. */
export class NodeExchange extends Exchange {
  readonly incoming: Read;
  readonly head: Head;
  readonly #outgoing: ServerResponse;
  readonly #batch: TickBatch;
  /** The asynchronous context in which the request came: callbacks of batches and sockets run in another one. */
  readonly #context = new AsyncResource('CuecardRequest');
  #controller: AbortController | undefined;

  /** @param batch reads the requests of one tick together */
  constructor(incoming: IncomingMessage, outgoing: ServerResponse, options: ExchangeOptions & { batch: TickBatch }) {
    super(options);
    this.incoming = incoming;
    this.head = readHead(incoming.rawHeaders);
    this.#outgoing = outgoing;
    this.#batch = options.batch;
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

  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    this.onEnd(() => (this.#outgoing.writableEnded && this.#outgoing.writableFinished) || controller.abort());
    return controller.signal;
  }

  onEnd(callback: () => void): void {
    onceOver(this.#outgoing, this.incoming.socket, callback);
  }

  run(work: () => void): void {
    this.#context.runInAsyncScope(work);
  }

  readBody(taker: BodyTaker): void {
    const { limits } = this.options;
    const { incoming, head } = this;
    if (Number(head.length) > limits.maxBodyBytes) return taker.refused(this, 'too large');
    const take = () => taker.attempt(this, () => takeIncoming(this, limits, taker));
    const isFlowing = incoming.readableFlowing === true && !incoming.readableEnded;
    if (isFlowing) take(); // It would be lost at the end of the tick.
    else this.#batch.add(take);
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

  answer(document: Document, sessionId: string | undefined): void {
    if (document.challenge !== undefined) return this.respond(toResponse(document, sessionId));
    const { bytes, text, length, status } = document;
    const outgoing = this.#outgoing;
    if (outgoing.destroyed || outgoing.headersSent) return;
    this.#head(status, headOf(sessionId, length));
    outgoing.cork(); // One write before the end, which would otherwise add an empty chunk.
    if (bytes !== undefined) outgoing.write(bytes);
    outgoing.write(text, length === text.length ? 'latin1' : 'utf8'); // ASCII is written faster this way.
    outgoing.uncork();
    outgoing.end();
  }

  respond(response: Response): void {
    if (this.#outgoing.destroyed || this.#outgoing.headersSent) return void response.body?.cancel();
    this.locate(response);
    const { body, status, headers } = response;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (body !== null && isStream) return this.#stream(status, headers, body);
    void this.#writeAll(response);
  }

  async #writeAll(response: Response): Promise<void> {
    try {
      this.#write(response.status, response.headers, Buffer.from(await response.arrayBuffer()));
    } catch {
      this.hangUp(); // An application may have replaced the writer.
    }
  }

  hangUp(): void {
    this.#outgoing.destroy();
  }

  /** An unread answer is held in memory, so the request is still in progress. */
  leave(): void {
    const { writableEnded, writableLength } = this.#outgoing;
    if (!writableEnded || writableLength === 0) return this.leaveNow();
    this.#await(() => this.leaveNow());
  }

  /** The headers for this HTTP version: HTTP/2 has none for a connection. */
  #own(headers: Headers): Record<string, string> {
    if (this.incoming.httpVersionMajor >= 2) headers.delete('connection');
    return Object.fromEntries(headers);
  }

  /** Over HTTP/2 other requests share the connection. */
  #hangUpSoon(): void {
    if (this.incoming.httpVersionMajor < 2) this.incoming.socket.destroySoon();
    else this.#outgoing.destroy();
  }

  #head(status: number, headers: Readonly<Record<string, string | number>>): void {
    for (const [name, value] of this.headers) this.#outgoing.setHeader(name, value);
    this.#outgoing.writeHead(status, headers);
  }

  #write(status: number, headers: Headers, content: Buffer): void {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed || outgoing.headersSent) return;
    this.#head(status, { ...this.#own(headers), 'content-length': content.length });
    outgoing.end(content);
    if (!this.incoming.complete) this.#discardBody();
    if (outgoing.writableLength > 0) this.#await(() => {});
  }

  /** Reads the rest of an unwanted body for a short time, so that its client can read the answer. */
  #discardBody(): void {
    const { incoming } = this;
    const timer = background(setTimeout(() => this.#hangUpSoon(), DISCARD_MS));
    incoming.once('close', () => clearTimeout(timer)).resume();
  }

  /** Waits until the client has read the answer, which is held until then. */
  #await(taken: () => void): void {
    const { holding } = this;
    const bytes = this.#outgoing.writableLength;
    holding.add(bytes);
    new Delivery(this.#outgoing, this.incoming.socket, this.options.limits.answerTimeoutMs).onEnd(() => {
      holding.release(bytes);
      taken();
    });
  }

  #stream(status: number, headers: Headers, body: ReadableStream<Uint8Array>): void {
    this.#head(status, this.#own(headers));
    this.#outgoing.flushHeaders();
    const stream = new HeldStream(body, { ...this.options.limits, held: this.holding }, (how) => {
      if (how === 'stalled') this.hangUp();
      return undefined;
    });
    this.endInTime(() => stream.end()); // Ends the stream for its reader.
    const reader = stream.readable.getReader();
    this.onEnd(() => void reader.cancel().catch(() => {}));
    void this.#pump(reader).catch(() => this.hangUp()); // It was aborted.
  }

  async #pump(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const outgoing = this.#outgoing;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!outgoing.write(next.value)) await drained(outgoing);
    }
    outgoing.end();
    if (!outgoing.destroyed && outgoing.writableLength > 0) this.#await(() => {});
  }
}

/** Written out, because it is created for every request: in Node 20 a longer spread costs ten times as much. */
function headOf(sessionId: string | undefined, length: number): Record<string, string | number> {
  return sessionId === undefined
    ? { 'content-type': 'application/json', 'content-length': length }
    : { 'content-type': 'application/json', 'mcp-session-id': sessionId, 'content-length': length };
}

/** How long the rest of an unwanted body is read. */
const DISCARD_MS = 500;
