import type { RequestListener } from 'node:http';

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
