import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { carry } from '../edge/caller.js';
import type { Lane } from '../lane/lane.js';
import { adoptBody } from '../edge/parsed-body.js';

/** Answers web-standard requests. */
export interface FetchHandler {
  fetch(request: Request): Promise<Response>;
  /** Whether it takes requests at the moment; without it, it always does. */
  isReady?(): boolean;
  /** Finishes the requests in flight, then ends the streams that clients hold open. */
  close(): Promise<void>;
}

/** The same for Node: itself a listener to mount in `node:http`, Express and their like. */
export type HttpHandler = RequestListener & FetchHandler;

/** What answers all that the lane leaves alone. */
interface Server extends FetchHandler {
  fetch(request: Request, lane?: Lane): Promise<Response>;
}

/**
 * Makes a server mountable in Node and for web-standard requests, with a lane past it for what needs no more. A body that
 * a framework has parsed already is taken from the request's `body`.
 */
export function toHttpHandler(server: Server, lane?: Lane): HttpHandler {
  const handler = {
    fetch: (request: Request) => server.fetch(request, lane),
    close: () => server.close(),
    isReady: () => server.isReady?.() ?? true,
  };
  if (lane === undefined) return Object.assign(toListener(handler.fetch), handler);
  const listener = toListener((request, incoming) => lane.answer(request, incoming) ?? server.fetch(request));
  const take: RequestListener = (incoming, outgoing) =>
    lane.take(incoming, outgoing, () => listener(incoming, outgoing));
  return Object.assign(take, handler);
}

function toListener(answer: (request: Request, incoming: object) => Promise<Response>): RequestListener {
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      carry(request, {
        socket: incoming.socket,
        ...(incoming instanceof IncomingMessage && { incoming }),
        ...(outgoing instanceof ServerResponse && { outgoing }),
      });
      return answer(request, incoming);
    },
    { overrideGlobalObjects: false },
  );
  return (incoming, outgoing) => {
    adoptBody(incoming);
    listener(incoming, outgoing).catch(() => outgoing.destroy()); // An application may have replaced what writes it.
  };
}
