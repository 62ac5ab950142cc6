import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { background } from '../shared/timers.js';

/**
 * The callbacks of each connection. One listener per connection calls them all, because many requests may be queued on
 * it.
 */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back when a response is sent or its connection has closed. Node does not emit `close` for a response that is
 * queued behind another when their connection closes.
 */
export function onResponseEnd(outgoing: ServerResponse, socket: Socket, callback: () => void): void {
  if (outgoing.destroyed || outgoing.writableFinished || socket.destroyed) return queueMicrotask(callback);
  const callbacks = waiting.get(socket) ?? listenTo(socket);
  const finish = () => {
    outgoing.off('close', finish);
    callbacks.delete(finish);
    callback();
  };
  callbacks.add(finish);
  outgoing.once('close', finish);
}

function listenTo(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(socket, callbacks);
  socket.once('close', () => {
    for (const callback of callbacks) callback();
  });
  return callbacks;
}

/** Resolves when a response accepts more data, or has closed. */
export function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off('drain', end).off('close', end);
      resolve();
    };
    outgoing.on('drain', end).on('close', end);
  });
}

/** A response that its client has not read completely. It uses memory until then. */
export class Delivery {
  readonly #outgoing: ServerResponse;
  readonly #socket: Socket;
  readonly #timeoutMs: number;

  /** @param timeoutMs the time limit for a client that reads no part of the response, in milliseconds */
  constructor(outgoing: ServerResponse, socket: Socket, timeoutMs: number) {
    this.#outgoing = outgoing;
    this.#socket = socket;
    this.#timeoutMs = timeoutMs;
  }

  /** Calls back when the client has read everything or disconnected. Disconnects a client that stops reading. */
  onEnd(callback: () => void): void {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed || outgoing.writableFinished) return callback();
    // Starts its own timer, because the response's timeout starts only when earlier responses have been read, which may
    // never happen.
    const queued =
      outgoing.socket === null ? background(setTimeout(() => this.#disconnectQueued(), this.#timeoutMs)) : undefined;
    outgoing.setTimeout(this.#timeoutMs, () => outgoing.destroy());
    onResponseEnd(outgoing, this.#socket, () => {
      clearTimeout(queued);
      callback();
    });
  }

  #disconnectQueued(): void {
    if (this.#outgoing.socket === null) this.#socket.destroy();
  }
}
