import { type OptionKinds, validateOptions, PLAIN_OBJECT } from '@cuecard/core';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { LookupAddress } from 'node:dns';

/** An allowed origin, and how to read from it. */
export interface HttpOrigin {
  /** Scheme, host and port, such as `https://docs.example.com`. */
  readonly origin: string;
  /**
   * Whether the host may have an address of a private network or of this machine, such as 10.0.0.1 or 127.0.0.1.
   * Link-local addresses are always rejected.
   * @default false
   */
  readonly privateAddresses?: boolean;
  /** Headers for requests to this origin only, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The allowed origins. */
export class HttpOrigins {
  readonly #origins = new Map<string, Required<HttpOrigin>>();

  /** @throws {TypeError} if an origin or a header is invalid */
  constructor(origins: readonly (string | HttpOrigin)[]) {
    for (const [index, entry] of origins.entries()) {
      const origin = completeOrigin(typeof entry === 'string' ? { origin: entry } : entry, `origins[${index}]`);
      if (this.#origins.has(origin.origin))
        throw optionError(`origins[${index}] repeats an earlier origin`, 'Remove it');
      this.#origins.set(origin.origin, origin);
    }
  }

  /** The origins as text, sorted. */
  get sortedOrigins(): readonly string[] {
    return [...this.#origins.keys()].toSorted();
  }

  /**
   * Returns the settings of a URL's origin.
   * @throws {Error} if the origin is not allowed
   */
  of(url: URL): Required<HttpOrigin> {
    const origin = this.#origins.get(url.origin);
    if (origin === undefined) throw new Error(`The origin ${url.origin} is not allowed`);
    return origin;
  }
}

const OPTIONS: OptionKinds<HttpOrigin> = { origin: true, privateAddresses: true, headers: PLAIN_OBJECT };

function completeOrigin(options: HttpOrigin, option: string): Required<HttpOrigin> {
  const validated = validateOptions(`HttpResources: \`${option}\``, options, OPTIONS);
  const { origin, privateAddresses = false, headers = {} } = validated;
  checkHost(parseOrigin(origin, option), privateAddresses, option);
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { origin, privateAddresses, headers: Object.fromEntries(lowerCase) };
}

// Errors do not repeat an invalid origin, because it may contain a password.
function parseOrigin(origin: string, option: string): URL {
  const url = parseUrl(origin);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw optionError(`${option} is not an http or https origin`, 'Write an origin such as "https://docs.example.com"');
  }
  if (url.origin !== origin)
    throw optionError(`${option} is not in the canonical form of an origin`, `Write "${url.origin}"`);
  return url;
}

function parseUrl(origin: string): URL | undefined {
  try {
    return new URL(origin);
  } catch {
    return undefined;
  }
}

// Checks a host that is an IP address. For such a host no lookup runs, so `lookupWithCheck` would not check it.
function checkHost({ hostname, origin }: URL, privateAddresses: boolean, option: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return;
  try {
    checkAddress(address, privateAddresses);
  } catch (cause) {
    const remedy = 'Use a public host, or set privateAddresses: true for a host in a private network';
    throw optionError(`${option} (${origin}) has an address that is not allowed`, remedy, cause);
  }
}

function optionError(problem: string, remedy: string, cause?: unknown): TypeError {
  return new TypeError(`HttpResources: ${problem}. ${remedy}.`, { cause });
}

/**
 * The address ranges of private networks. Link-local addresses are not among them, because clouds serve credentials
 * there.
 */
const PRIVATE_RANGES = new Set(['carrierGradeNat', 'loopback', 'private', 'uniqueLocal']);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Rejects an IP address that is not public. With `privateAddresses`, also accepts addresses of private networks and of
 * this machine.
 * @throws {Error} that names the range of a rejected address, or if the address is not an IP address
 */
export function checkAddress(address: string, privateAddresses: boolean): void {
  const range = rangeOf(address);
  if (range === 'unicast' || (privateAddresses && PRIVATE_RANGES.has(range))) return;
  throw new Error(`The address ${address} is not public. Its range is ${range}.`);
}

// Returns the range of the address that packets reach. If an IPv4 address is embedded in an IPv6 address, this is the
// range of the IPv4 address.
function rangeOf(address: string): string {
  const ip = ipaddr.process(address);
  if (!(ip instanceof ipaddr.IPv6)) return ip.range();
  if (ip.match(NAT64)) return new ipaddr.IPv4(ip.toByteArray().slice(-4)).range();
  const range = ip.range();
  return range === 'unicast' && !ip.match(GLOBAL_UNICAST) ? 'reserved' : range;
}

/**
 * Wraps a lookup, so that it fails unless all addresses of a host are allowed. The connection uses the checked result,
 * so a name server cannot return a different address afterwards.
 */
export function lookupWithCheck(resolveHost: LookupFunction, privateAddresses: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolveHost(hostname, { ...options, all: true }, (error, result, family = 0) => {
      try {
        if (error) throw error;
        const [first, ...others] = checkAddresses(result, family, privateAddresses);
        if (options.all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      } catch (cause) {
        callback(cause instanceof Error ? cause : new Error('The lookup of the host failed', { cause }), []);
      }
    });
  };
}

// A custom lookup may return a single address even if the caller requests `all`.
function checkAddresses(result: string | LookupAddress[], family: number, privateAddresses: boolean): Addresses {
  const addresses = typeof result === 'string' ? [{ address: result, family }] : result;
  for (const { address } of addresses) checkAddress(address, privateAddresses);
  const [first, ...others] = addresses;
  if (first === undefined) throw new Error('The host has no address');
  return [first, ...others];
}

type Addresses = [LookupAddress, ...LookupAddress[]];
