import ipaddr from 'ipaddr.js';

/** What owners of private networks give to their machines. Link-local is not among it: there, clouds hand out keys. */
const PRIVATE = new Set(['carrierGradeNat', 'loopback', 'private', 'uniqueLocal']);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Refuses an IP address that is not a public one; with `privateAddresses`, those of private networks and of this
 * machine will do as well.
 * @throws {Error} that says what it is, or that it is no IP address
 */
export function checkAddress(address: string, privateAddresses: boolean): void {
  const range = rangeOf(address);
  if (range === 'unicast' || (privateAddresses && PRIVATE.has(range))) return;
  throw new Error(`The address ${address} is not public, but ${range}`);
}

// What counts is where packets end up: for an IPv4 address in IPv6's clothes, that is the IPv4 address.
function rangeOf(address: string): string {
  const ip = ipaddr.process(address);
  if (!(ip instanceof ipaddr.IPv6)) return ip.range();
  if (ip.match(NAT64)) return new ipaddr.IPv4(ip.toByteArray().slice(-4)).range();
  const range = ip.range();
  return range === 'unicast' && !ip.match(GLOBAL_UNICAST) ? 'reserved' : range;
}
