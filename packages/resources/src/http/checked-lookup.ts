import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { checkAddress } from './public-address.js';

/**
 * A lookup that fails unless all of a host's addresses may be connected to. The connection is made to what it answers,
 * so that a name server that answers differently the next time gains nothing.
 */
export function checkedLookup(lookup: LookupFunction, privateAddresses: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family = 0) => {
      try {
        if (error) throw error;
        const [first, ...others] = checked(found, family, privateAddresses);
        if (options.all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      } catch (cause) {
        callback(cause instanceof Error ? cause : new Error('The lookup failed', { cause }), []);
      }
    });
  };
}

// A lookup of the author's own may give a single address though it was asked for all.
function checked(found: string | LookupAddress[], family: number, privateAddresses: boolean): Addresses {
  const addresses = typeof found === 'string' ? [{ address: found, family }] : found;
  for (const { address } of addresses) checkAddress(address, privateAddresses);
  const [first, ...others] = addresses;
  if (first === undefined) throw new Error('The host has no address');
  return [first, ...others];
}

type Addresses = [LookupAddress, ...LookupAddress[]];
