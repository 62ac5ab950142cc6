import { type Known, knownOptions, PLAIN_OBJECT } from '@cuecard/core';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';
import { checkAddress } from './public-address.js';

/** An allowed origin, and how to read from it. */
export interface HttpOrigin {
  /** Scheme, host and port, such as `https://docs.example.com`. */
  readonly origin: string;
  /**
   * Whether the host may have an address of a private network or of this machine, such as 10.0.0.1 or 127.0.0.1.
   * Link-local addresses are always refused.
   * @default false
   */
  readonly privateAddresses?: boolean;
  /** Headers for each request to this origin, and to no other, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The allowed origins. */
export class HttpOrigins {
  readonly #origins = new Map<string, Required<HttpOrigin>>();

  /** @throws {TypeError} if an origin or a header is invalid */
  constructor(origins: readonly (string | HttpOrigin)[]) {
    for (const [index, entry] of origins.entries()) {
      const origin = completed(typeof entry === 'string' ? { origin: entry } : entry, `origins[${index}]`);
      if (this.#origins.has(origin.origin)) throw mistake(`origins[${index}] is listed twice`, 'Leave one of them out');
      this.#origins.set(origin.origin, origin);
    }
  }

  /** The origins as text, sorted. */
  get names(): readonly string[] {
    return [...this.#origins.keys()].toSorted();
  }

  /**
   * The origin that a URL belongs to.
   * @throws {Error} if it is not allowed
   */
  of(url: URL): Required<HttpOrigin> {
    const origin = this.#origins.get(url.origin);
    if (origin === undefined) throw new Error(`The origin ${url.origin} is not allowed`);
    return origin;
  }
}

const OPTIONS: Known<HttpOrigin> = { origin: true, privateAddresses: true, headers: PLAIN_OBJECT };

function completed(options: HttpOrigin, where: string): Required<HttpOrigin> {
  const known = knownOptions(`HttpResources: \`${where}\``, options, OPTIONS);
  const { origin, privateAddresses = false, headers = {} } = known;
  checkHost(parsed(origin, where), privateAddresses, where);
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { origin, privateAddresses, headers: Object.fromEntries(lowerCase) };
}

// The given text stays out of the errors: it may contain a password.
function parsed(origin: string, where: string): URL {
  const url = urlOf(origin);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw mistake(`${where} is not an http or https origin`, 'Write one as "https://docs.example.com"');
  }
  if (url.origin !== origin) throw mistake(`${where} is not written as an origin`, `Write "${url.origin}"`);
  return url;
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

// A host that is an address needs no lookup, so it is checked here.
function checkHost({ hostname, origin }: URL, privateAddresses: boolean, where: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return;
  try {
    checkAddress(address, privateAddresses);
  } catch (cause) {
    const remedy = 'Name a public host, or allow privateAddresses where it is one of a private network';
    throw mistake(`${where}, ${origin}, is at an address that is refused`, remedy, cause);
  }
}

function mistake(problem: string, remedy: string, cause?: unknown): TypeError {
  return new TypeError(`${problem}. ${remedy}.`, { cause });
}
