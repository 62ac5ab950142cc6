import type { Identity } from '../auth/identity.js';
import type { Ledger } from '../shared/in-flight.js';

export interface ShareOptions {
  /**
   * The fraction of `maxRequests`, `maxSessions`, `maxSubscriptions` and `maxHeldBytes` that one caller may use, above
   * 0 and up to 1. A caller is the verified principal; otherwise the remote address, for IPv6 its /64. Behind a proxy
   * without `trustedProxies`, all callers have the proxy's address. Requests through `fetch` have no address, so only
   * their principals are limited.
   * @default 0.75
   */
  readonly maxCallerShare?: number;
}

/** @throws {RangeError} if the share is invalid */
export function shareIn({ maxCallerShare = 0.75 }: ShareOptions): number {
  if (typeof maxCallerShare === 'number' && maxCallerShare > 0 && maxCallerShare <= 1) return maxCallerShare;
  throw new RangeError(`maxCallerShare is ${String(maxCallerShare)}: use a number above 0 and at most 1`);
}

/** Counts how much of a resource each caller uses. */
export class Shares implements Ledger {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  /**
   * @param max the whole amount
   * @param share the fraction of `max` that one caller may use
   */
  constructor(max: number, share: number) {
    this.#max = Math.ceil(max * share);
  }

  /** The amount that a caller may still use. */
  room(caller: string): number {
    return caller === UNKNOWN ? Infinity : this.#max - (this.#taken.get(caller) ?? 0);
  }

  /** Whether a caller uses more than half of its share. */
  isHalfUsed(caller: string): boolean {
    return this.room(caller) < this.#max / 2;
  }

  /** @param pieces the number of pieces; negative to release them */
  take(caller: string, pieces: number): void {
    const taken = (this.#taken.get(caller) ?? 0) + pieces;
    if (taken > 0) this.#taken.set(caller, taken);
    else this.#taken.delete(caller);
  }
}

interface Caller {
  readonly identity: Identity | undefined;
  readonly address: string | undefined;
}

/** The key of an unknown caller. */
const UNKNOWN = '';

/**
 * Returns the key under which a request counts: its principal, otherwise its address, otherwise one key shared by all
 * other requests.
 */
export function callerOf({ identity, address }: Caller): string {
  if (identity !== undefined) return `principal ${identity.principal}`;
  return address === undefined ? UNKNOWN : networkOf(address);
}

/** Returns the /64 network of an IPv6 address, because the owner of one address usually owns the whole network. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address; // IPv4, even if it is mapped to IPv6.
  const [start = '', end = ''] = address.split('::');
  const [before, after] = [groupsIn(start), groupsIn(end)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

function groupsIn(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
