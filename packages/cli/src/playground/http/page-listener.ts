import { setMaxListeners } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Awaitable, Logger } from '@cuecard/core';
import type { Access } from './access.js';
import { requireMethod, type Routes, routeOf, jsonBody, RequestFault } from './api-routes.js';
import { type PageFile, pageFiles, PAGE_HEADERS } from './page-files.js';

export interface PageListenerOptions {
  /** The folder with the files of the page. */
  readonly folder: string;
  readonly access: Access;
  readonly routes: Routes;
  /** The routes that write their responses themselves. */
  readonly streams?: Readonly<Record<string, StreamRoute>>;
  readonly logger: () => Logger;
}

interface StreamRoute {
  readonly method: 'GET' | 'POST';
  answer(request: IncomingMessage, query: URLSearchParams, response: ServerResponse): Awaitable<void>;
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
  #files: Promise<ReadonlyMap<string, PageFile>> | undefined;

  constructor(options: PageListenerOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
      const [path = '', query] = (request.url ?? '').split(/\?(.*)/s);
      if (!path.startsWith(API)) await this.#answerPage(path, request, response);
      else
        await this.#answerApi({ path: path.slice(API.length), query: new URLSearchParams(query) }, request, response);
    } catch (error) {
      this.#refuse(error, response);
    }
  }

  async #answerPage(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#files ??= pageFiles(this.#options.folder);
    const file = (await this.#files).get(path);
    if (file === undefined) throw new RequestFault(404, 'path', 'There is nothing at this path');
    requireMethod(request.method, ['GET', 'HEAD']);
    file.answer(request, response);
  }

  async #answerApi(
    { path, query }: { readonly path: string; readonly query: URLSearchParams },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { access, routes, streams = {} } = this.#options;
    response.setHeader('cache-control', 'no-store');
    access.check(request);
    const stream = Object.hasOwn(streams, path) ? streams[path] : undefined;
    if (stream !== undefined) {
      requireMethod(request.method, [stream.method]);
      return stream.answer(request, query, response);
    }
    const { route, rest } = routeOf(routes, path);
    requireMethod(request.method, [route.method]);
    const body = route.method === 'POST' ? await jsonBody(request) : undefined;
    const json = await route.answer({ rest, query, body, signal: signalOf(response) });
    if (json === undefined) response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': JSON_TYPE }).end(json);
  }

  #refuse(error: unknown, response: ServerResponse): void {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const isFault = error instanceof RequestFault;
    if (!isFault) this.#options.logger().error('The playground could not answer', error);
    const fault = isFault ? error : new RequestFault(500, 'internal', 'Internal error: the log of the server has more');
    const headers = { ...fault.headers, 'content-type': JSON_TYPE };
    response.writeHead(fault.status, headers).end(JSON.stringify(fault.body));
  }
}

const JSON_TYPE = 'application/json';

/** Aborts when the client disconnects. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // Many calls of one view listen.
  response.once('close', () => controller.abort());
  return controller.signal;
}
