import { isMetadataPath } from '../auth/protected-resource.js';

/** Where a server answers what; `false` for nowhere. */
export interface ServerPaths {
  /** @default '/mcp' */
  readonly path?: string;
  /**
   * Where probes learn that the process lives; it always says so. `false` for nowhere.
   * @default '/healthz'
   */
  readonly healthPath?: string | false;
  /**
   * Where probes learn whether requests are taken: 503 while the server closes, while `maxRequests` are under way, and
   * when `ready` says no. `false` for nowhere.
   * @default '/readyz'
   */
  readonly readyPath?: string | false;
}

/** @throws {TypeError} for a path that no request could ask for, or that leads elsewhere as well */
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

/** A request asks for a path as parsers of URLs write it. */
function checkPath(name: string, given: string): void {
  const asked = new URL(`http://localhost${given.startsWith('/') ? '' : '/'}${given}`).pathname;
  if (asked !== given)
    throw new TypeError(`${name} is ${JSON.stringify(given)}, which no request asks for: write ${asked}`);
  if (!isMetadataPath(given)) return;
  throw new TypeError(`${name} is ${given}, where clients look for the metadata of a resource: choose another`);
}
