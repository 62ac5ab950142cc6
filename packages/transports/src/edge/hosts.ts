import type { Refusal } from '../jsonrpc/refusal.js';
import type { Head } from './head.js';

export interface HostOptions {
  /**
   * The host names that requests may be addressed to, instead of the loopback ones: whole names, without scheme, port or
   * wildcard. An IPv6 address is one as well.
   * @default the loopback ones: `localhost`, `127.0.0.1` and `[::1]`
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Further origins that browsers may send from, such as `https://app.example.com`: scheme, host, and the port where it is
   * not the scheme's own. Browsers let pages on an allowed origin read the answers. `own` lets in only pages that this very
   * server has sent, and none of another port.
   * @default none: only origins on an allowed host
   */
  readonly allowedOrigins?: readonly string[] | 'own';
  /**
   * Further headers that pages may send, such as `x-api-key` for `authenticate`.
   * @default none: only those of MCP and of HTTP authentication
   */
  readonly allowedHeaders?: readonly string[];
}

/** The host names that are this machine's for itself. */
export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that a web page made a browser send, by rebinding a DNS name to this machine or from another origin
 * (basic/transports, "Security Warning": servers must validate `Origin`). Names in the options are compared as they are.
 */
export class Hosts {
  readonly #options: HostOptions;
  // Clients send the same in every request.
  #host: string | undefined;
  #origin: string | undefined;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** Returns why a request may not pass, or nothing. */
  fault({ host = '', origin }: Pick<Head, 'host' | 'origin'>): Refusal | undefined {
    if (host === this.#host && origin === this.#origin) return undefined;
    const message = faultOfOrigin(host, origin, this.#options);
    if (message !== undefined) return { status: 403, code: -32000, message };
    this.#host = host;
    this.#origin = origin;
    return undefined;
  }

  /** The same for what pages of any origin may ask for. */
  faultOfHost({ host }: Pick<Head, 'host'>): Refusal | undefined {
    const message = faultOfOrigin(host ?? '', undefined, this.#options);
    return message === undefined ? undefined : { status: 403, code: -32000, message };
  }
}

/** Says why what these headers come with may not pass. */
function faultOfOrigin(host: string, origin: string | undefined, options: HostOptions): string | undefined {
  const { allowedHosts = LOOPBACK } = options;
  if (!allowedHosts.includes(nameOf(`http://${host}`, host))) {
    return 'This host name is not served here: add it to allowedHosts if it should be';
  }
  if (origin === undefined || isSameOrigin(origin, host) || isAllowedOrigin(origin, options)) return undefined;
  return 'This origin may not call here: add it to allowedOrigins if it should';
}

/** Whether pages of another origin than the server's own may ask. */
export function isAllowedOrigin(
  origin: string,
  { allowedHosts = LOOPBACK, allowedOrigins = [] }: HostOptions,
): boolean {
  if (allowedOrigins === 'own') return false;
  return allowedOrigins.includes(origin) || allowedHosts.includes(nameOf(origin));
}

/** Whether a page comes from the host and port that it asks: a browser says neither for another one. */
function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Whether listening there makes the server reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === '::1' || LOOPBACK.includes(host) || host.startsWith('127.');
}

// What does not parse has the empty name, which is never allowed; nor is a host that smuggles more than name and port.
// Not by `URL.canParse`: in Node 20 and 22 it refuses good URLs once it has been called some thousand times.
function nameOf(url: string, host?: string): string {
  if (host !== undefined && !/^[\w.\-[\]:]+$/.test(host)) return '';
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}
