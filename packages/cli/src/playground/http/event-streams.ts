import type { ServerResponse } from 'node:http';
import { RequestFault } from './api-routes.js';

const MAX_STREAMS = 20;
/** The maximum number of unsent bytes before a reader is disconnected. One write may exceed it. */
const MAX_BACKLOG = 1024 * 1024;
const HEARTBEAT_MS = 15_000;

const HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };

/** The open streams of server-sent events. */
export class EventStreams {
  readonly #listen: () => () => void;
  readonly #streams = new Set<ServerResponse>();
  #endListening: (() => void) | undefined;
  #isClosed = false;

  /** @param listen called when the first stream opens; returns a function that stops it */
  constructor(listen: () => () => void) {
    this.#listen = listen;
  }

  /** @throws {RequestFault} if there are too many, or the playground is closed */
  open(response: ServerResponse): void {
    if (this.#isClosed || this.#streams.size >= MAX_STREAMS) {
      const reason = this.#isClosed
        ? 'The server is closing'
        : `${MAX_STREAMS} pages are already open. Close some of them`;
      throw new RequestFault(503, 'no-stream', reason);
    }
    response.writeHead(200, HEADERS).write(HEARTBEAT);
    this.#streams.add(response);
    response.once('close', () => this.#remove(response));
    this.#endListening ??= this.#begin();
  }

  /** @param events as JSON */
  send(events: readonly string[]): void {
    if (this.#streams.size > 0) this.#write(events.map((event) => `data: ${event}\n\n`).join(''));
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) {
      this.#remove(stream); // A stream must not be written to after its end.
      if (stream.writableNeedDrain) stream.destroy();
      else stream.end();
    }
  }

  #begin(): () => void {
    const beat = setInterval(() => this.#write(HEARTBEAT), HEARTBEAT_MS).unref();
    const end = this.#listen();
    return () => {
      clearInterval(beat);
      end();
    };
  }

  #write(text: string): void {
    for (const stream of this.#streams) {
      if (stream.writableLength > MAX_BACKLOG) stream.destroy();
      else stream.write(text);
    }
  }

  #remove(stream: ServerResponse): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#endListening?.();
    this.#endListening = undefined;
  }
}

/** A comment, which readers ignore. */
const HEARTBEAT = ':\n\n';
