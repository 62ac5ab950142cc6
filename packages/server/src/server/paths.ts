import { isMetadataPath } from '../auth/protected-resource.js';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readHead } from '../edge/head.js';
import { type HostOptions, Hosts, withAllowLists } from '../edge/hosts.js';

/** The paths of a server. `false` disables a path. */
export interface ServerPaths {
  /** @default '/mcp' */
  readonly path?: string;
  /**
   * The liveness path, which always returns 200. `false` disables it.
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

/** @throws {TypeError} if no request could have a path, or two paths are equal */
export function serverPaths(options: ServerPaths): Required<ServerPaths> {
  const { path = '/mcp', healthPath = '/healthz', readyPath = '/readyz' } = options;
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries({ path, healthPath, readyPath })) {
    if (value === false) continue;
    checkPath(name, value);
    const other = names.get(value);
    if (other !== undefined) throw new TypeError(`${other} and ${name} are both ${value}: use different paths`);
    names.set(value, name);
  }
  return { path, healthPath, readyPath };
}

/** Throws for a path that no request can contain, because URL parsers write it differently, and for a metadata path. */
function checkPath(name: string, path: string): void {
  const canonical = new URL(`http://localhost${path.startsWith('/') ? '' : '/'}${path}`).pathname;
  if (canonical !== path)
    throw new TypeError(`${name} is ${JSON.stringify(path)}, but no request can have this path: write ${canonical}`);
  if (!isMetadataPath(path)) return;
  throw new TypeError(
    `${name} is ${path}, which is reserved for the metadata of a protected resource: choose a different path`,
  );
}

export interface OtherPathsOptions {
  /**
   * Answers requests to any other path, such as a page next to the endpoint. It receives only requests to an
   * allowed host.
   * @default 404
   */
  readonly fallback?: RequestListener;
}

/** Answers requests to paths that the server does not use. */
export class OtherPaths {
  readonly #hosts: Hosts;
  readonly #fallback: RequestListener | undefined;
  readonly #nothing: string;

  constructor({ fallback, path, ...hosts }: OtherPathsOptions & HostOptions & { readonly path: string }) {
    this.#hosts = new Hosts(withAllowLists(hosts));
    this.#fallback = fallback;
    this.#nothing = `Not found: the path of the MCP endpoint is ${path}\n`;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.#fallback === undefined) return void response.writeHead(404, TEXT).end(this.#nothing);
    const refusal = this.#hosts.hostRefusal(readHead(request.rawHeaders));
    if (refusal === undefined) this.#fallback(request, response);
    else response.writeHead(refusal.status, TEXT).end(`${refusal.message}\n`);
  }
}

const TEXT = { 'content-type': 'text/plain' };
