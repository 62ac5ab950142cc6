import { isIPv6 } from 'node:net';
import { type HostOptions, LOOPBACK } from './hosts.js';

/**
 * The options with hosts and origins in the form of requests, for exact comparison. Without hosts, the loopback ones
 * are allowed.
 * @throws {TypeError} if no request could match an entry
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
  if (!Array.isArray(entries)) throw new TypeError(`${name} is not an array: write ["…"] with what is allowed`);
  return entries.map((entry: unknown) => {
    if (typeof entry === 'string') return read(entry);
    throw new TypeError(`${String(entry)} in ${name} is not a string: leave it out, or write what is allowed`);
  });
}

/** A host name alone. Characters that URL parsers would interpret or drop are not allowed. */
const HOST = /^(\[[\da-f:.]+\]|[^\s%*/:?#@[\\\]]+)$/i;
/** Its form in a request. */
const ASKED_HOST = /^[\w.\-[\]:]+$/;

function toHost(entry: string): string {
  const name = isIPv6(entry) ? `[${entry}]` : entry;
  const host = HOST.test(name) ? parse(`http://${name}`)?.hostname : undefined;
  if (host !== undefined && ASKED_HOST.test(host)) return host;
  const remedy = 'write the name alone, such as prompts.example.com, without scheme, port, path or wildcard';
  throw new TypeError(`${JSON.stringify(entry)} in allowedHosts is not a host name: ${remedy}`);
}

/** Also the origins of applications that are not web pages, such as `vscode-webview://…`. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s%*/?#@\\]+\/?$/i;

function toOrigin(entry: string): string {
  if (entry === 'null') throw new TypeError(NULL_ORIGIN);
  const url = ORIGIN.test(entry) ? parse(entry) : undefined;
  if (url === undefined) {
    const remedy = 'write scheme and host, such as https://app.example.com, without path or wildcard';
    throw new TypeError(`${JSON.stringify(entry)} in allowedOrigins is not an origin: ${remedy}`);
  }
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
}

const NULL_ORIGIN =
  '"null" in allowedOrigins would allow every page, because any page can hide its origin: serve the page from an origin, and list that';

// Not by `URL.canParse`: in Node 20 and 22 it refuses good URLs once it has been called some thousand times.
function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
