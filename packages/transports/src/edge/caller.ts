import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from '../auth/authentication.js';

/** How a request has come, as far as Node says. */
interface Carrier extends Pick<IncomingMessage, 'socket'> {
  /** What its body comes in. */
  readonly incoming?: IncomingMessage;
  /** What its answer goes to. */
  readonly outgoing?: ServerResponse;
}

const carriers = new WeakMap<Request, Carrier>();

/** Remembers how a request has come. */
export function carry(request: Request, carrier: Carrier): void {
  carriers.set(request, carrier);
}

export function carrierOf(request: Request): Carrier | undefined {
  return carriers.get(request);
}

/** Whom a request counts for: whoever it is made on behalf of, else where it comes from, else one and the same for all. */
export function callerOf(identity: Identity | undefined, carrier: Carrier | undefined): string {
  if (identity !== undefined) return `principal ${identity.principal}`;
  const address = carrier?.socket.remoteAddress;
  return address === undefined ? '' : networkOf(address);
}

/** Whoever has one IPv6 address has the 2^64 beside it as well. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address; // IPv4, which may be written as IPv6.
  const [start = '', end = ''] = address.split('::');
  const [before, after] = [groupsIn(start), groupsIn(end)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

function groupsIn(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
