import type { Identity } from '../auth/identity.js';
import type { Ledger } from '../shared/in-flight.js';

export interface ShareOptions {
  /**
   * How much of `maxRequests`, `maxSessions`, `maxSubscriptions` and `maxHeldBytes` one caller may take, from above 0 to 1.
   * A caller is the verified principal; without one the remote address, of IPv6 its /64, and behind a proxy that is the
   * proxy's, for all who come through it: authenticate there, or set 1. Requests through `fetch` have no address, so only
   * their principals are limited.
   * @default 0.75
   */
  readonly maxShare?: number;
}

/** @throws {RangeError} for a share that is none */
export function shareIn({ maxShare = 0.75 }: ShareOptions): number {
  if (typeof maxShare === 'number' && maxShare > 0 && maxShare <= 1) return maxShare;
  throw new RangeError(`maxShare is ${String(maxShare)}: use a number above 0, up to 1 for everything`);
}

/** How much of something each caller has taken. */
export class Shares implements Ledger {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  /**
   * @param max how much there is
   * @param share how much of it one caller may take
   */
  constructor(max: number, share: number) {
    this.#max = Math.ceil(max * share);
  }

  /** How much more a caller may take. */
  room(caller: string): number {
    return caller === UNKNOWN ? Infinity : this.#max - (this.#taken.get(caller) ?? 0);
  }

  /** @param pieces negative for what is given back */
  take(caller: string, pieces: number): void {
    const taken = (this.#taken.get(caller) ?? 0) + pieces;
    if (taken > 0) this.#taken.set(caller, taken);
    else this.#taken.delete(caller);
  }
}

/** What is known of a caller. */
interface Caller {
  readonly identity: Identity | undefined;
  readonly address: string | undefined;
}

/** A caller of whom nothing is known. */
const UNKNOWN = '';

/** Whom a request counts for: whoever it is made on behalf of, else where it comes from, else one and the same for all. */
export function callerOf({ identity, address }: Caller): string {
  if (identity !== undefined) return `principal ${identity.principal}`;
  return address === undefined ? UNKNOWN : networkOf(address);
}

/** Whoever has one IPv6 address has the 2^64 beside it as well. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address; // IPv4, which may be written as IPv6.
  const [start = '', end = ''] = address.split('::');
  const [before, after] = [groupsIn(start), groupsIn(end)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

function groupsIn(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
