import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { withAllowLists } from '../edge/allow-lists.js';
import { readHead } from '../edge/head.js';
import { type HostOptions, Hosts } from '../edge/hosts.js';

export interface OtherPathsOptions {
  /**
   * Answers requests to any other path, such as a page beside the endpoint. It receives only requests to an allowed
   * host.
   * @default 404
   */
  readonly fallback?: RequestListener;
}

/** The answers of a server besides its endpoint. */
export class OtherPaths {
  readonly #hosts: Hosts;
  readonly #fallback: RequestListener | undefined;
  readonly #nothing: string;

  constructor({ fallback, path, ...hosts }: OtherPathsOptions & HostOptions & { readonly path: string }) {
    this.#hosts = new Hosts(withAllowLists(hosts));
    this.#fallback = fallback;
    this.#nothing = `Nothing here: the MCP endpoint is ${path}\n`;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.#fallback === undefined) return void response.writeHead(404, TEXT).end(this.#nothing);
    const why = this.#hosts.faultOfHost(readHead(request.rawHeaders));
    if (why === undefined) this.#fallback(request, response);
    else response.writeHead(why.status, TEXT).end(`${why.message}\n`);
  }
}

const TEXT = { 'content-type': 'text/plain' };
