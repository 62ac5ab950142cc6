import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The callbacks of each connection: one listener for all, because many requests may be queued on it. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back when a response is over: it has been sent, or its connection has closed. Node does not emit `close` on a response
 * that is queued behind another when their connection closes.
 */
export function onceOver(outgoing: ServerResponse, socket: Socket, callback: () => void): void {
  if (outgoing.destroyed || outgoing.writableFinished || socket.destroyed) return queueMicrotask(callback);
  const callbacks = waiting.get(socket) ?? listenTo(socket);
  const over = () => {
    outgoing.off('close', over);
    callbacks.delete(over);
    callback();
  };
  callbacks.add(over);
  outgoing.once('close', over);
}

function listenTo(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(socket, callbacks);
  socket.once('close', () => {
    for (const callback of callbacks) callback();
  });
  return callbacks;
}

/** Resolves when a response accepts more, or has closed. */
export function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off('drain', end).off('close', end);
      resolve();
    };
    outgoing.on('drain', end).on('close', end);
  });
}
