import { parseUrl } from '../auth/secure-url.js';
import type { Refusal } from '../jsonrpc/answer.js';
import type { Head } from './head.js';
import { isIPv6 } from 'node:net';

export interface HostOptions {
  /**
   * The host names that requests may have, instead of the loopback names. Names are complete, without scheme, port or
   * wildcard. IPv6 addresses are also possible.
   * @default the loopback names: `localhost`, `127.0.0.1` and `[::1]`
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Further origins from which browsers may send requests, such as `https://app.example.com`: scheme, host, and the
   * port unless it is the scheme's default. Pages of these origins may read the responses. `own` allows only pages from
   * this server, and none from other ports of its host.
   * @default none: only origins on an allowed host
   */
  readonly allowedOrigins?: readonly string[] | 'own';
  /**
   * Further request headers that pages may send, such as `x-api-key` for `authenticate`.
   * @default none: only headers of MCP and of HTTP authentication
   */
  readonly allowedHeaders?: readonly string[];
}

/** The loopback host names. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects requests that a web page has caused in a browser, by DNS rebinding or from a different origin
 * (basic/transports, "Security Warning": servers must validate `Origin`). Compares names with the options exactly.
 */
export class Hosts {
  readonly #options: HostOptions;
  // Caches results, because clients send the same headers in every request.
  #host: string | undefined;
  #origin: string | undefined;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** Returns the refusal of a request with a forbidden host or origin. */
  refusalOf({ host = '', origin }: Pick<Head, 'host' | 'origin'>): Refusal | undefined {
    if (host === this.#host && origin === this.#origin) return undefined;
    const message = reasonToReject(host, origin, this.#options);
    if (message !== undefined) return { status: 403, code: -32000, message };
    this.#host = host;
    this.#origin = origin;
    return undefined;
  }

  /** Returns the refusal of a request for a forbidden host. Pages of any origin may send it. */
  hostRefusal({ host }: Pick<Head, 'host'>): Refusal | undefined {
    const message = reasonToReject(host ?? '', undefined, this.#options);
    return message === undefined ? undefined : { status: 403, code: -32000, message };
  }
}

/** Returns why a request with these headers is rejected. */
function reasonToReject(host: string, origin: string | undefined, options: HostOptions): string | undefined {
  const { allowedHosts = LOOPBACK } = options;
  if (!allowedHosts.includes(nameOf(`http://${host}`, host))) {
    return 'This server does not accept this host name: add the name to allowedHosts to allow it';
  }
  if (origin === undefined || isSameOrigin(origin, host) || isAllowedOrigin(origin, options)) return undefined;
  return 'This server does not accept this origin: add the origin to allowedOrigins to allow it';
}

/** Whether pages of other origins are allowed. */
export function isAllowedOrigin(
  origin: string,
  { allowedHosts = LOOPBACK, allowedOrigins = [] }: HostOptions,
): boolean {
  if (allowedOrigins === 'own') return false;
  return allowedOrigins.includes(origin) || allowedHosts.includes(nameOf(origin));
}

/** Whether a page comes from the host and port that its request goes to. */
function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Whether only this machine can reach a server on this address. */
export function isLoopback(host: string): boolean {
  return host === '::1' || LOOPBACK.includes(host) || host.startsWith('127.');
}

// Returns the host name. For an invalid host, or one with more than name and port, returns '', which is never allowed.
function nameOf(url: string, host?: string): string {
  if (host !== undefined && !REQUEST_HOST.test(host)) return '';
  return parseUrl(url)?.hostname ?? '';
}

/**
 * The options with hosts and origins as requests contain them, for exact comparison. Without hosts, allows the loopback
 * names.
 * @throws {TypeError} if an entry could match no request
 */
export function withAllowLists<Options extends HostOptions>(options: Options): Options & Required<AllowLists> {
  const hosts = listOf('allowedHosts', options.allowedHosts, toHost);
  const origins = options.allowedOrigins;
  const allowedOrigins = origins === 'own' ? origins : listOf('allowedOrigins', origins, toOrigin);
  return { ...options, allowedHosts: hosts.length === 0 ? LOOPBACK : hosts, allowedOrigins };
}

type AllowLists = Pick<HostOptions, 'allowedHosts' | 'allowedOrigins'>;

// Not every application is type-checked: an entry may be an unset environment variable.
function listOf(name: keyof AllowLists, entries: unknown = [], read: (entry: string) => string): string[] {
  if (!Array.isArray(entries)) throw new TypeError(`${name} is not an array: use an array of strings`);
  return entries.map((entry: unknown) => {
    if (typeof entry === 'string') return read(entry);
    throw new TypeError(`${name} contains ${String(entry)}, which is not a string: remove it, or use a string`);
  });
}

/** Matches only a host name. Excludes characters that URL parsers would interpret or drop. */
const HOST = /^(\[[\da-f:.]+\]|[^\s%*/:?#@[\\\]]+)$/i;
/** The form of a host in a request. */
const REQUEST_HOST = /^[\w.\-[\]:]+$/;

function toHost(entry: string): string {
  const name = isIPv6(entry) ? `[${entry}]` : entry;
  const host = HOST.test(name) ? parseUrl(`http://${name}`)?.hostname : undefined;
  if (host !== undefined && REQUEST_HOST.test(host)) return host;
  const remedy = 'write only the name, such as prompts.example.com, without scheme, port, path or wildcard';
  throw new TypeError(`${JSON.stringify(entry)} in allowedHosts is not a host name: ${remedy}`);
}

/** Matches origins, including those of applications other than web pages, such as `vscode-webview://…`. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s%*/?#@\\]+\/?$/i;

function toOrigin(entry: string): string {
  if (entry === 'null') throw new TypeError(NULL_ORIGIN);
  const url = ORIGIN.test(entry) ? parseUrl(entry) : undefined;
  if (url === undefined) {
    const remedy = 'write the scheme and the host, such as https://app.example.com, without path or wildcard';
    throw new TypeError(`${JSON.stringify(entry)} in allowedOrigins is not an origin: ${remedy}`);
  }
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
}

const NULL_ORIGIN =
  '"null" in allowedOrigins would allow every page, because any page can send the origin "null": serve the page over http or https, and list its origin';

// Does not use `URL.canParse`, because in Node 20 and 22 it rejects valid URLs after some thousand calls.
