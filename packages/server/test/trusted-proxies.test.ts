import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { TrustedProxies } from '../build/edge/trusted-proxies.js';

type Trusted = NonNullable<ConstructorParameters<typeof TrustedProxies>[0]['trustedProxies']>;

/** Returns the caller of a request from an address with these headers. */
const callerOf = (trustedProxies: Trusted | 'none', address: string | undefined, ...headers: string[]) => {
  const proxies = new TrustedProxies(trustedProxies === 'none' ? {} : { trustedProxies });
  return proxies.clientOf(address, headers.length === 0 ? undefined : headers.join(', '));
};
const [proxy, inner, caller, spoofed] = ['10.0.0.1', '10.0.0.2', '203.0.113.7', '198.51.100.1'];
const ranges = ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'];

describe('trustedProxies', () => {
  test.each<[string, Trusted | 'none', [string | undefined, ...string[]], string | undefined]>([
    ['ignores the header by default', 'none', [proxy, caller], proxy],
    ['ignores the header with an empty list', [], [proxy, caller], proxy],
    ['ignores the header with 0', 0, [proxy, caller], proxy],
    ['ignores the header of a direct caller', ranges, [caller, spoofed], caller],
    ['takes the caller from a proxy in a range', ranges, [proxy, caller], caller],
    ['takes the caller from a proxy with a listed address', ranges, ['192.0.2.1', caller], caller],
    ['takes a proxy without the header for the caller', ranges, [proxy], proxy],
    ['ignores entries left of the one that a proxy adds', ranges, [proxy, `${spoofed}, ${caller}`], caller],
    ['ignores trusted addresses that a caller sends', ranges, [proxy, `${inner}, ${inner}, ${caller}`], caller],
    ['joins a second header of a proxy', ranges, [proxy, spoofed, caller], caller],
    ['skips proxies behind proxies', ranges, [proxy, `${spoofed},${caller},${inner}`, 'fd00::2'], caller],
    ['takes the farthest address if all are proxies', ranges, [proxy, `${inner}, 10.9.9.9`], inner],
    ['counts one proxy', 1, [proxy, `${spoofed}, ${caller}`], caller],
    ['counts two proxies', 2, [proxy, `${spoofed}, ${caller}, ${inner}`], caller],
    ['takes the first entry with fewer proxies than the number', 9, [proxy, `${spoofed}, ${caller}`], spoofed],
    ['trusts a link-local proxy with a zone', ['fe80::/10'], ['fe80::1%eth0', caller], caller],
    ['counts one proxy without an address of the connection', 1, [undefined, `${spoofed}, ${caller}`], caller],
    ['returns undefined for a list without an address of the connection', ranges, [undefined, caller], undefined],
    ['returns undefined without an address or header', 1, [undefined], undefined],
    ['trusts a proxy with an IPv4-mapped address', ranges, ['::ffff:10.0.0.1', caller], caller],
    ['trusts an IPv4-mapped range', ['::ffff:10.0.0.0/104'], [proxy, caller], caller],
    ['unmaps the address of a caller', ranges, [proxy, `::FFFF:${caller}`], caller],
    ['unmaps a hexadecimal address', ranges, [proxy, '::ffff:cb00:7107'], caller],
    ['unmaps the address of a direct caller', ranges, [`::ffff:${caller}`], caller],
    ['shortens an IPv6 address', ranges, ['fd00::1', '2001:0DB8:0:0::0001'], '2001:db8::1'],
    ['removes a zone', ranges, [proxy, 'fe80::1%eth0'], 'fe80::1'],
    ['removes a port', ranges, [proxy, `${caller}:50123`], caller],
    ['removes brackets', ranges, [proxy, '[2001:db8::1]'], '2001:db8::1'],
    ['removes brackets and a port', ranges, [proxy, '[2001:db8::1]:50123'], '2001:db8::1'],
    ['removes blanks', ranges, [proxy, `  ${caller}\t`], caller],
  ])('%s', (_, trusted, from, expected) => {
    expect(callerOf(trusted, ...from)).toBe(expected);
  });

  test.each(['', ' ', 'unknown', '256.1.1.1', '010.1.1.1', '0x7f.1', '[::1', '::1]', '%eth0', '1.2.3.4:'])(
    'treats the proxy as the caller for the invalid entry %j',
    (garbage) => {
      expect([callerOf(ranges, proxy, `${spoofed}, ${garbage}`), callerOf(2, proxy, `${spoofed}, ${garbage}`)]).toEqual(
        [proxy, proxy],
      );
    },
  );

  test('returns the entry of the nearest proxy for any sent header', () => {
    const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constantFrom(proxy, inner, '', 'fd00::1'));
    const outside = fc.ipV4().filter((address) => !address.startsWith('10.') && address !== '192.0.2.1');
    fc.assert(
      fc.property(fc.array(entry), outside, (sent, address) => {
        expect(callerOf(ranges, proxy, ...sent, address)).toBe(address);
        expect(callerOf(1, proxy, ...sent, address)).toBe(address);
        expect(callerOf(ranges, address, ...sent, inner)).toBe(address);
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('reads the longest header that Node accepts within 500 ms', () => {
    const began = performance.now();
    callerOf(ranges, proxy, `${'10.0.0.1,'.repeat(1_800)}10.0.0.1`);
    expect(performance.now() - began).toBeLessThan(500);
  });

  describe('when it is invalid', () => {
    const remedy = 'write an address such as 10.0.0.7, or a range such as 10.0.0.0/8 or fd00::/8';
    const everyone =
      'would trust every address: list only your proxies, because a trusted caller can choose its own address';
    const listOrNumber = "use an array of addresses and ranges, such as ['10.0.0.0/8'], or the number of proxies";

    test.each<[unknown, string]>([
      [true, `trustedProxies is true: ${listOrNumber}`],
      ['10.0.0.1', `trustedProxies is 10.0.0.1: ${listOrNumber}`],
      [-1, 'trustedProxies is -1: use a whole number from 0 on'],
      [NaN, 'trustedProxies is NaN: use a whole number from 0 on'],
      [[undefined], `"undefined" in trustedProxies is not an address or a range: ${remedy}`],
      [['proxy.example.com'], `"proxy.example.com" in trustedProxies is not an address or a range: ${remedy}`],
      [['10.0.0.0/33'], `"10.0.0.0/33" in trustedProxies is not an address or a range: ${remedy}`],
      [['fd00::/129'], `"fd00::/129" in trustedProxies is not an address or a range: ${remedy}`],
      [['fe80::1%eth0'], `"fe80::1%eth0" in trustedProxies is not an address or a range: ${remedy}`],
      [['10.0.0.0/'], `"10.0.0.0/" in trustedProxies is not an address or a range: ${remedy}`],
      [['10.0.0.0/255.0.0.0'], `"10.0.0.0/255.0.0.0" in trustedProxies is not an address or a range: ${remedy}`],
      [['0.0.0.0/0'], `"0.0.0.0/0" in trustedProxies ${everyone}`],
      [['::/0'], `"::/0" in trustedProxies ${everyone}`],
    ])('throws for %j', (trustedProxies, message) => {
      expect(() => new TrustedProxies({ trustedProxies } as ConstructorParameters<typeof TrustedProxies>[0])).toThrow(
        message,
      );
    });
  });
});
