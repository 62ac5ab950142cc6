import ipaddr from 'ipaddr.js';

/** The address ranges of private networks. Link-local is not among them: clouds serve credentials there. */
const PRIVATE = new Set(['carrierGradeNat', 'loopback', 'private', 'uniqueLocal']);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Refuses an IP address that is not public; with `privateAddresses`, accepts those of private networks and of this
 * machine.
 * @throws {Error} with the range of the address, or if it is not an IP address
 */
export function checkAddress(address: string, privateAddresses: boolean): void {
  const range = rangeOf(address);
  if (range === 'unicast' || (privateAddresses && PRIVATE.has(range))) return;
  throw new Error(`The address ${address} is not public, but ${range}`);
}

// The destination of packets counts: for an IPv4 address mapped to IPv6, that is the IPv4 address.
function rangeOf(address: string): string {
  const ip = ipaddr.process(address);
  if (!(ip instanceof ipaddr.IPv6)) return ip.range();
  if (ip.match(NAT64)) return new ipaddr.IPv4(ip.toByteArray().slice(-4)).range();
  const range = ip.range();
  return range === 'unicast' && !ip.match(GLOBAL_UNICAST) ? 'reserved' : range;
}
