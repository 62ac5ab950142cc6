import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Lane } from './lane/lane.js';

/** Answers web-standard requests. */
export interface FetchHandler {
  fetch(request: Request): Promise<Response>;
  /** Finishes the requests in flight, then ends the streams that clients hold open. */
  close(): Promise<void>;
}

/** The same for Node: itself a listener to mount in `node:http`, Express and their like. */
export type HttpHandler = RequestListener & FetchHandler;

/** Makes a web-standard handler mountable in Node, with a lane past it for what needs no more. */
export function toHttpHandler({ fetch, close }: FetchHandler, lane?: Lane): HttpHandler {
  if (lane === undefined) return Object.assign(toListener(fetch), { fetch, close });
  const listener = toListener((request, incoming) => lane.answer(request, incoming) ?? fetch(request));
  const take: RequestListener = (incoming, outgoing) =>
    lane.take(incoming, outgoing, () => listener(incoming, outgoing));
  return Object.assign(take, { fetch, close });
}

function toListener(answer: (request: Request, incoming: object) => Promise<Response>): RequestListener {
  const listener = getRequestListener((request, { incoming }) => answer(request, incoming), {
    overrideGlobalObjects: false,
  });
  return (incoming, outgoing) => void listener(incoming, outgoing);
}
