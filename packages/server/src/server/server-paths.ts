import { isMetadataPath } from '../auth/protected-resource.js';

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
