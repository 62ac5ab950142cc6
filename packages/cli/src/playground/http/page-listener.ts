import { setMaxListeners } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '@cuecard/core';
import type { Access } from './access.js';
import { type ApiRequest, requireMethod, type Routes, routeOf, RequestFault } from './api-routes.js';
import { PAGE_HEADERS, sendFile } from './page-files.js';

export interface PageListenerOptions {
  /** The folder with the files of the page. */
  readonly folder: string;
  readonly access: Access;
  readonly routes: Routes;
  readonly logger: () => Logger;
}

/** Serves the page and its API. */
export function pageListener(options: PageListenerOptions): RequestListener {
  const listener = new PageListener(options);
  return (request, response) => void listener.answer(request, response);
}

/** The prefix of all paths that require the token. */
const API = '/-/';

class PageListener {
  readonly #options: PageListenerOptions;

  constructor(options: PageListenerOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
      const [path = '', query] = (request.url ?? '').split(/\?(.*)/s);
      if (path.startsWith(API)) await this.#answerApi(path.slice(API.length), query, { request, response });
      else await sendFile({ folder: this.#options.folder, path }, request, response);
    } catch (error) {
      this.#fail(error, response);
    }
  }

  async #answerApi(path: string, query: string | undefined, exchange: Exchange): Promise<void> {
    const { access, routes } = this.#options;
    const { request, response } = exchange;
    response.setHeader('cache-control', 'no-store');
    access.check(request);
    const { route, rest } = routeOf(routes, path);
    requireMethod(request.method, [route.method]);
    const signal = signalOf(response);
    const json = await route.answer({ ...exchange, rest, query: new URLSearchParams(query), signal });
    if (response.headersSent) return;
    if (json) response.writeHead(200, { 'content-type': JSON_TYPE }).end(json);
    else response.writeHead(204).end();
  }

  #fail(error: unknown, response: ServerResponse): void {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const isFault = error instanceof RequestFault;
    if (!isFault) this.#options.logger().error('The playground could not handle a request', error);
    const fault = isFault
      ? error
      : new RequestFault(500, 'internal', 'Internal error. See the server log for the cause');
    const headers = { ...fault.headers, 'content-type': JSON_TYPE };
    response.writeHead(fault.status, headers).end(JSON.stringify(fault.body));
  }
}

/** A request with its response. */
type Exchange = Pick<ApiRequest, 'request' | 'response'>;

const JSON_TYPE = 'application/json';

/** Aborts when the client disconnects. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // Many calls of one view listen.
  response.once('close', () => controller.abort());
  return controller.signal;
}
