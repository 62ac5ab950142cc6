import { isMetadataPath } from '../auth/protected-resource.js';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readHead } from '../edge/head.js';
import { type HostOptions, Hosts, withAllowLists } from '../edge/hosts.js';

/** The paths of a server; `false` disables one. */
export interface ServerPaths {
  /** @default '/mcp' */
  readonly path?: string;
  /**
   * The liveness path, which always answers yes. `false` disables it.
   * @default '/healthz'
   */
  readonly healthPath?: string | false;
  /**
   * The readiness path: 503 once `close` is called, while `maxRequests` are in progress, and when `ready` fails.
   * `false` disables it.
   * @default '/readyz'
   */
  readonly readyPath?: string | false;
}

/** @throws {TypeError} if no request could have a path, or it has another meaning */
export function serverPaths(options: ServerPaths): Required<ServerPaths> {
  const { path = '/mcp', healthPath = '/healthz', readyPath = '/readyz' } = options;
  const names = new Map<string, string>();
  for (const [name, given] of Object.entries({ path, healthPath, readyPath })) {
    if (given === false) continue;
    checkPath(name, given);
    const other = names.get(given);
    if (other !== undefined) throw new TypeError(`${other} and ${name} are both ${given}: give each a path of its own`);
    names.set(given, name);
  }
  return { path, healthPath, readyPath };
}

/** Requests contain paths as URL parsers write them. */
function checkPath(name: string, given: string): void {
  const asked = new URL(`http://localhost${given.startsWith('/') ? '' : '/'}${given}`).pathname;
  if (asked !== given)
    throw new TypeError(`${name} is ${JSON.stringify(given)}, which no request can have: write ${asked}`);
  if (!isMetadataPath(given)) return;
  throw new TypeError(`${name} is ${given}, where clients look for the metadata of a resource: choose another`);
}

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
