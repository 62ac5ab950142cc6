import net from 'node:net';
import { limit } from '../shared/limit.js';

export interface ProxyOptions {
  /**
   * The proxies in front of this server: their addresses and ranges, such as `10.0.0.0/8`, or the number of proxies
   * that every request passes. Limits then count the callers in `X-Forwarded-For`, instead of the proxies. The header
   * is read from the right, only as far as proxies are trusted. Use a number only if no request can bypass a proxy,
   * because a caller could otherwise choose its address. Requests through `fetch` and Unix sockets have no address, so
   * only a number applies to them.
   * @default none: the header is ignored
   */
  readonly trustedProxies?: readonly string[] | number;
}

/** Whether the previous address in the header can be trusted. */
type TrustPredicate = (address: string | undefined, hop: number) => boolean;

/** Determines the address of a caller behind trusted proxies. */
export class TrustedProxies {
  readonly #trusts: TrustPredicate | undefined;

  /**
   * @throws {TypeError} if an entry is neither an address nor a range, or every address would be trusted
   * @throws {RangeError} if the number is not a whole number of at least 0
   */
  constructor({ trustedProxies }: ProxyOptions) {
    this.#trusts = trustedProxies === undefined ? undefined : parseTrust(trustedProxies);
  }

  /**
   * Returns the first address from the right that does not belong to a trusted proxy. Stops at an invalid entry,
   * because nothing before it can be trusted.
   * @param address the address of the connection, if it is known
   * @param forwarded the values of all `X-Forwarded-For` headers
   */
  clientOf(address: string | undefined, forwarded = ''): string | undefined {
    if (this.#trusts === undefined) return address;
    let client = address === undefined ? undefined : (addressIn(address) ?? address);
    let end = forwarded.length;
    for (let hop = 0; end >= 0 && this.#trusts(client, hop); hop += 1) {
      const start = forwarded.lastIndexOf(',', end - 1);
      const named = addressIn(forwarded.slice(start + 1, end));
      if (named === undefined) break;
      client = named;
      end = start;
    }
    return client;
  }
}

// Not every application is type-checked: `true`, as in other frameworks, would let every caller choose its address.
function parseTrust(input: unknown): TrustPredicate {
  if (typeof input === 'number') {
    const hops = limit('trustedProxies', input, { min: 0 });
    return (_, hop) => hop < hops;
  }
  if (!Array.isArray(input)) {
    const remedy = "such as ['10.0.0.0/8']";
    throw new TypeError(
      `trustedProxies is ${String(input)}: use an array of addresses and ranges, ${remedy}, or the number of proxies`,
    );
  }
  const trusted = new net.BlockList();
  for (const entry of input) addTrusted(String(entry), trusted);
  return (address) => address !== undefined && trusted.check(address, familyOf(address));
}

function addTrusted(entry: string, trusted: net.BlockList): void {
  const [, address = '', bits] = RANGE.exec(entry) ?? [];
  const family = familyOf(address);
  if (net.isIP(address) === 0 || Number(bits ?? 0) > (family === 'ipv4' ? 32 : 128)) {
    const remedy = 'write an address such as 10.0.0.7, or a range such as 10.0.0.0/8 or fd00::/8';
    throw new TypeError(`${JSON.stringify(entry)} in trustedProxies is not an address or a range: ${remedy}`);
  }
  if (Number(bits) === 0)
    throw new TypeError(`${JSON.stringify(entry)} in trustedProxies would trust every address: ${NARROW}`);
  if (bits === undefined) trusted.addAddress(address, family);
  else trusted.addSubnet(address, Number(bits), family);
}

const NARROW = 'list only your proxies, because a trusted caller can choose its own address';

/** An address, and the number of its leading bits that matter. */
const RANGE = /^([^/%]+)(?:\/(\d{1,3}))?$/;

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/** Reads one entry of the header. Some proxies add the port. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, bare = text] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  const family = net.isIP(bare);
  if (family === 6) return canonical(bare);
  return family === 4 ? bare : undefined;
}

/** Returns an IPv6 address as Node writes it, so that one caller has one address. */
function canonical(address: string): string | undefined {
  const [plain = ''] = address.split('%', 1); // Removes the zone, which only the proxy knows.
  const { hostname } = new URL(`http://[${plain}]`);
  const [, high = '', low = ''] = MAPPED.exec(hostname) ?? [];
  if (high === '') return hostname.slice(1, -1);
  const bytes = [high, low].map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
  return bytes.join('.');
}

/** Matches IPv4 that is mapped to IPv6 (RFC 4291, section 2.5.5.2). */
const MAPPED = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/;
