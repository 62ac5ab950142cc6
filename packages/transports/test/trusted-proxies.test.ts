import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../test/support/runs.ts';
import { TrustedProxies } from '../build/edge/trusted-proxies.js';

type Trusted = NonNullable<ConstructorParameters<typeof TrustedProxies>[0]['trustedProxies']>;

/** The caller of a request that comes from an address, with these headers. */
const callerOf = (trustedProxies: Trusted | 'none', address: string | undefined, ...headers: string[]) => {
  const proxies = new TrustedProxies(trustedProxies === 'none' ? {} : { trustedProxies });
  return proxies.clientOf(address, headers.length === 0 ? undefined : headers.join(', '));
};
const [proxy, inner, caller, spoofed] = ['10.0.0.1', '10.0.0.2', '203.0.113.7', '198.51.100.1'];
const ranges = ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'];

test.each<[string, Trusted | 'none', [string | undefined, ...string[]], string | undefined]>([
  ['by default the header is ignored', 'none', [proxy, caller], proxy],
  ['no proxies are no proxies', [], [proxy, caller], proxy],
  ['neither are 0', 0, [proxy, caller], proxy],
  ['a caller that comes directly cannot choose its address', ranges, [caller, spoofed], caller],
  ['a proxy names its caller', ranges, [proxy, caller], caller],
  ['a proxy is known by its address, too', ranges, ['192.0.2.1', caller], caller],
  ['a proxy without the header is the caller', ranges, [proxy], proxy],
  ['what a caller sends is left of what a proxy adds', ranges, [proxy, `${spoofed}, ${caller}`], caller],
  ['whatever it names', ranges, [proxy, `${inner}, ${inner}, ${caller}`], caller],
  ['a proxy may add a header of its own', ranges, [proxy, spoofed, caller], caller],
  ['proxies behind proxies are passed', ranges, [proxy, `${spoofed},${caller},${inner}`, 'fd00::2'], caller],
  ['a caller among the proxies is the farthest', ranges, [proxy, `${inner}, 10.9.9.9`], inner],
  ['one proxy', 1, [proxy, `${spoofed}, ${caller}`], caller],
  ['two proxies', 2, [proxy, `${spoofed}, ${caller}, ${inner}`], caller],
  ['more proxies than there are', 9, [proxy, `${spoofed}, ${caller}`], spoofed],
  ['a proxy on a link', ['fe80::/10'], ['fe80::1%eth0', caller], caller],
  ['without an address of the connection, one proxy', 1, [undefined, `${spoofed}, ${caller}`], caller],
  ['without an address of the connection, a list', ranges, [undefined, caller], undefined],
  ['without an address or a header', 1, [undefined], undefined],
  ['a proxy that is IPv4 mapped to IPv6', ranges, ['::ffff:10.0.0.1', caller], caller],
  ['a range that is mapped', ['::ffff:10.0.0.0/104'], [proxy, caller], caller],
  ['a caller that is mapped has one address', ranges, [proxy, `::FFFF:${caller}`], caller],
  ['also in hexadecimal', ranges, [proxy, '::ffff:cb00:7107'], caller],
  ['and without a proxy', ranges, [`::ffff:${caller}`], caller],
  ['IPv6 has one form', ranges, ['fd00::1', '2001:0DB8:0:0::0001'], '2001:db8::1'],
  ['with a zone', ranges, [proxy, 'fe80::1%eth0'], 'fe80::1'],
  ['a port', ranges, [proxy, `${caller}:50123`], caller],
  ['brackets', ranges, [proxy, '[2001:db8::1]'], '2001:db8::1'],
  ['brackets and a port', ranges, [proxy, '[2001:db8::1]:50123'], '2001:db8::1'],
  ['blanks', ranges, [proxy, `  ${caller}\t`], caller],
])('%s', (_, trusted, from, expected) => {
  expect(callerOf(trusted, ...from)).toBe(expected);
});

test.each([
  '',
  ' ',
  ',',
  'unknown',
  '_hidden',
  '256.1.1.1',
  '010.1.1.1',
  '0x7f.1',
  '[::1',
  '::1]',
  '%eth0',
  '1.2.3.4:',
  '::g',
])(
  'an entry %j that is no address leaves the proxy as the caller, and what is before it counts for nothing',
  (garbage) => {
    expect([callerOf(ranges, proxy, `${spoofed}, ${garbage}`), callerOf(2, proxy, `${spoofed}, ${garbage}`)]).toEqual([
      proxy,
      proxy,
    ]);
  },
);

test('whatever a caller sends, its address is what the nearest proxy has seen', () => {
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

test('the longest header that Node takes is read in no time', () => {
  const began = performance.now();
  callerOf(ranges, proxy, `${'10.0.0.1,'.repeat(1_800)}10.0.0.1`);
  expect(performance.now() - began).toBeLessThan(500);
});

describe('what cannot be meant is refused', () => {
  const remedy = 'write one such as 10.0.0.7, or a range such as 10.0.0.0/8 or fd00::/8';
  const everyone = 'would trust everyone: list the proxies only, because any caller could choose its address';
  const listOrNumber = "use an array of addresses and ranges, such as ['10.0.0.0/8'], or a number";

  test.each<[unknown, string]>([
    [true, `trustedProxies is true: ${listOrNumber}`],
    ['10.0.0.1', `trustedProxies is 10.0.0.1: ${listOrNumber}`],
    [-1, 'trustedProxies is -1: use a whole number from 0 on'],
    [1.5, 'trustedProxies is 1.5: use a whole number from 0 on'],
    [NaN, 'trustedProxies is NaN: use a whole number from 0 on'],
    [[undefined], `"undefined" in trustedProxies is not an address: ${remedy}`],
    [['proxy.example.com'], `"proxy.example.com" in trustedProxies is not an address: ${remedy}`],
    [['10.0.0.0/33'], `"10.0.0.0/33" in trustedProxies is not an address: ${remedy}`],
    [['fd00::/129'], `"fd00::/129" in trustedProxies is not an address: ${remedy}`],
    [['fe80::1%eth0'], `"fe80::1%eth0" in trustedProxies is not an address: ${remedy}`],
    [['10.0.0.0/'], `"10.0.0.0/" in trustedProxies is not an address: ${remedy}`],
    [['10.0.0.0/8/8'], `"10.0.0.0/8/8" in trustedProxies is not an address: ${remedy}`],
    [['10.0.0.0/255.0.0.0'], `"10.0.0.0/255.0.0.0" in trustedProxies is not an address: ${remedy}`],
    [['0.0.0.0/0'], `"0.0.0.0/0" in trustedProxies ${everyone}`],
    [['::/0'], `"::/0" in trustedProxies ${everyone}`],
  ])('%j', (trustedProxies, message) => {
    expect(() => new TrustedProxies({ trustedProxies } as ConstructorParameters<typeof TrustedProxies>[0])).toThrow(
      message,
    );
  });
});
