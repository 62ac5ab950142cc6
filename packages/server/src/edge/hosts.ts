import type { Refusal } from '../jsonrpc/refusal.js';
import type { Head } from './head.js';

export interface HostOptions {
  /**
   * The host names that requests may be addressed to, instead of the loopback ones: complete names, without scheme,
   * port or wildcard. IPv6 addresses are allowed too.
   * @default the loopback ones: `localhost`, `127.0.0.1` and `[::1]`
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Further origins from which browsers may send requests, such as `https://app.example.com`: scheme, host, and the
   * port unless it is the scheme's default. Pages on an allowed origin may read the answers. `own` allows only pages
   * from this server, not from other ports of its host.
   * @default none: only origins on an allowed host
   */
  readonly allowedOrigins?: readonly string[] | 'own';
  /**
   * Further request headers that pages may send, such as `x-api-key` for `authenticate`.
   * @default none: only those of MCP and of HTTP authentication
   */
  readonly allowedHeaders?: readonly string[];
}

/** The loopback host names. */
export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that a web page caused in a browser by DNS rebinding or from another origin (basic/transports,
 * "Security Warning": servers must validate `Origin`). Names in the options are compared exactly.
 */
export class Hosts {
  readonly #options: HostOptions;
  // Clients send the same headers in every request.
  #host: string | undefined;
  #origin: string | undefined;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** Returns the refusal of a request that may not pass. */
  fault({ host = '', origin }: Pick<Head, 'host' | 'origin'>): Refusal | undefined {
    if (host === this.#host && origin === this.#origin) return undefined;
    const message = faultOfOrigin(host, origin, this.#options);
    if (message !== undefined) return { status: 403, code: -32000, message };
    this.#host = host;
    this.#origin = origin;
    return undefined;
  }

  /** The same for requests that pages of any origin may send. */
  faultOfHost({ host }: Pick<Head, 'host'>): Refusal | undefined {
    const message = faultOfOrigin(host ?? '', undefined, this.#options);
    return message === undefined ? undefined : { status: 403, code: -32000, message };
  }
}

/** Returns why a request with these headers may not pass. */
function faultOfOrigin(host: string, origin: string | undefined, options: HostOptions): string | undefined {
  const { allowedHosts = LOOPBACK } = options;
  if (!allowedHosts.includes(nameOf(`http://${host}`, host))) {
    return 'This host name is not served here: add it to allowedHosts if it should be';
  }
  if (origin === undefined || isSameOrigin(origin, host) || isAllowedOrigin(origin, options)) return undefined;
  return 'This origin may not call here: add it to allowedOrigins if it should';
}

/** Whether pages of other origins are allowed. */
export function isAllowedOrigin(
  origin: string,
  { allowedHosts = LOOPBACK, allowedOrigins = [] }: HostOptions,
): boolean {
  if (allowedOrigins === 'own') return false;
  return allowedOrigins.includes(origin) || allowedHosts.includes(nameOf(origin));
}

/** Whether a page comes from the host and port that it requests. */
function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Whether a server on this address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === '::1' || LOOPBACK.includes(host) || host.startsWith('127.');
}

// An invalid host has the empty name, which is never allowed; so has a host with more than name and port. Not by
// `URL.canParse`: in Node 20 and 22 it refuses good URLs after some thousand calls.
function nameOf(url: string, host?: string): string {
  if (host !== undefined && !/^[\w.\-[\]:]+$/.test(host)) return '';
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}
