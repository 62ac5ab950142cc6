import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** Answers web-standard requests. */
export interface FetchHandler {
  fetch(request: Request): Promise<Response>;
  /** Finishes the requests in flight, then ends the streams that clients hold open. */
  close(): Promise<void>;
}

/** The same for Node: itself a listener to mount in `node:http`, Express and their like. */
export type HttpHandler = RequestListener & FetchHandler;

/** Makes a web-standard handler mountable in Node. */
export function toHttpHandler({ fetch, close }: FetchHandler): HttpHandler {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  return Object.assign((...exchange: Parameters<typeof listener>) => void listener(...exchange), { fetch, close });
}
