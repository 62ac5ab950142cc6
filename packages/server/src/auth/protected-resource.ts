import type { Document, Refusal } from '../jsonrpc/answer.js';
import type { AuthenticationRequest } from './identity.js';
import { readSecureUrl } from './secure-url.js';

export interface ProtectedResourceOptions {
  /**
   * The URL that clients use for this server, such as `https://prompts.example.com/mcp`. It is the audience of tokens
   * for this server (basic/authorization, "Canonical Server URI").
   */
  readonly resource: string;
  /** The URLs of the authorization servers that issue tokens for this server, at least one. */
  readonly authorizationServers: readonly string[];
  /**
   * The scopes that clients should request.
   * @default the scopes that every request needs
   */
  readonly scopesSupported?: readonly string[];
  /** The name that users see when they authorise a client. */
  readonly resourceName?: string;
  /** The URL of documentation for client developers. */
  readonly resourceDocumentation?: string;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Whether clients look for the metadata of a resource at this path (RFC 9728, section 3). */
export function isMetadataPath(path: string | undefined): boolean {
  return path === WELL_KNOWN || (path?.startsWith(`${WELL_KNOWN}/`) === true && !UPWARDS.test(path));
}

/** Matches segments that lead to a parent folder. A proxy may not have resolved them. */
const UPWARDS = /\/(?:\.|%2e){1,2}(?:\/|$)|\\/i;

/** The metadata of a protected resource, from which clients learn how to get a token (RFC 9728). */
export class ProtectedResource {
  /** The URL of the metadata. */
  readonly metadataUrl: string;
  readonly #paths: ReadonlySet<string>;
  readonly #document: string;

  /** @throws {TypeError} if RFC 9728 or RFC 8707 does not allow a URL, or if there is no authorization server */
  constructor(options: ProtectedResourceOptions) {
    const url = readIdentifier(options.resource, 'resource');
    const path = url.pathname === '/' ? WELL_KNOWN : `${WELL_KNOWN}${url.pathname}`;
    this.metadataUrl = `${url.origin}${path}`;
    this.#paths = new Set([WELL_KNOWN, path]);
    this.#document = JSON.stringify(metadataOf(options));
  }

  /**
   * Serves the metadata at a path. The metadata is public, so it needs no authentication, and pages of every origin may
   * read it.
   */
  answer({ method }: Pick<AuthenticationRequest, 'method'>, path: string): Document | Refusal {
    if (!this.#paths.has(path)) return NO_METADATA;
    if (method === 'OPTIONS') return { status: 204, text: '', headers: PREFLIGHT };
    if (method !== 'GET' && method !== 'HEAD') return GET_ONLY;
    return { status: 200, text: this.#document, headers: DOCUMENT }; // A response to HEAD has only the headers.
  }
}

function metadataOf(options: ProtectedResourceOptions): object {
  const { resource, authorizationServers, scopesSupported, resourceName, resourceDocumentation } = options;
  if (!Array.isArray(authorizationServers) || authorizationServers.length === 0) {
    const fault = Array.isArray(authorizationServers) ? 'empty' : 'not an array';
    throw new TypeError(
      `authorizationServers is ${fault}: list at least one URL, because clients need a server that issues tokens`,
    );
  }
  for (const server of authorizationServers) readIdentifier(server, 'authorizationServers');
  if (resourceDocumentation !== undefined) readSecureUrl(resourceDocumentation, 'resourceDocumentation');
  return {
    resource,
    authorization_servers: authorizationServers,
    ...(scopesSupported !== undefined && { scopes_supported: scopesSupported }),
    bearer_methods_supported: ['header'],
    ...(resourceName !== undefined && { resource_name: resourceName }),
    ...(resourceDocumentation !== undefined && { resource_documentation: resourceDocumentation }),
  };
}

/** Reads a URL that clients compare character by character. */
function readIdentifier(value: string, name: string): URL {
  const url = readSecureUrl(value, name);
  if (url.href.includes('?')) throw new TypeError(`${name} has a query: remove the "?" and everything after it`);
  return url;
}

const PUBLIC = { 'access-control-allow-origin': '*' };
const DOCUMENT = { ...PUBLIC, 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' };
const PREFLIGHT = {
  ...PUBLIC,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '3600',
};
/** The response at the metadata paths of other resources. */
export const NO_METADATA = {
  status: 404,
  code: -32000,
  message: 'This path has no metadata of a protected resource',
  headers: PUBLIC,
};
const GET_ONLY = {
  status: 405,
  code: -32000,
  message: 'Only GET and HEAD can read the metadata',
  headers: { ...PUBLIC, allow: 'GET, HEAD, OPTIONS' },
};
