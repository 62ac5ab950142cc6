import type { RequestListener } from 'node:http';

/** Answers web-standard requests. */
export interface FetchHandler {
  fetch(request: Request): Promise<Response>;
  /** Whether balancers should send it requests; without this method, always. */
  isReady?(): boolean;
  /**
   * Accepts requests for `unreadyMs` more, finishes those in flight, then ends the streams that clients hold open.
   */
  close(): Promise<void>;
}

/** The same for Node: a listener for `node:http`, Express and similar frameworks. */
export type HttpHandler = RequestListener & FetchHandler;
