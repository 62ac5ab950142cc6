import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { checkAddress } from './public-address.js';

/**
 * A lookup that fails unless all addresses of a host are allowed. The connection uses its result, so a name server
 * gains nothing by answering differently the next time.
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

// A custom lookup may return a single address although all were requested.
function checked(found: string | LookupAddress[], family: number, privateAddresses: boolean): Addresses {
  const addresses = typeof found === 'string' ? [{ address: found, family }] : found;
  for (const { address } of addresses) checkAddress(address, privateAddresses);
  const [first, ...others] = addresses;
  if (first === undefined) throw new Error('The host has no address');
  return [first, ...others];
}

type Addresses = [LookupAddress, ...LookupAddress[]];
