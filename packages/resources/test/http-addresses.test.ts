import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { HttpResources } from '../build/index.js';
import { checkAddress } from '../build/http/http-origin.js';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80e::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('checkAddress accepts the public address %s', (address) => {
  expect(() => checkAddress(address, false)).not.toThrow();
});

function isRejectedWithPrivateAllowed(address: string): boolean {
  try {
    checkAddress(address, true);
    return false;
  } catch {
    return true;
  }
}

// The address, its range, and whether it is accepted if private addresses are allowed.
test.each([
  ['0.0.0.0', 'unspecified', false],
  ['0.1.2.3', 'unspecified', false],
  ['10.0.0.1', 'private', true],
  ['172.16.0.1', 'private', true],
  ['172.31.255.255', 'private', true],
  ['192.168.1.1', 'private', true],
  ['100.64.0.1', 'carrierGradeNat', true],
  ['100.127.255.255', 'carrierGradeNat', true],
  ['127.0.0.1', 'loopback', true],
  ['127.255.255.254', 'loopback', true],
  ['169.254.169.254', 'linkLocal', false],
  ['192.0.0.192', 'reserved', false],
  ['192.0.2.1', 'reserved', false],
  ['192.88.99.1', 'reserved', false],
  ['198.18.0.1', 'reserved', false],
  ['198.51.100.1', 'reserved', false],
  ['203.0.113.1', 'reserved', false],
  ['224.0.0.1', 'multicast', false],
  ['240.0.0.1', 'reserved', false],
  ['255.255.255.255', 'broadcast', false],
  ['::', 'unspecified', false],
  ['::1', 'loopback', true],
  ['::127.0.0.1', 'loopback', true],
  ['::7f00:1', 'reserved', false],
  ['::ffff:127.0.0.1', 'loopback', true],
  ['::ffff:7f00:1', 'loopback', true],
  ['::ffff:169.254.169.254', 'linkLocal', false],
  ['::ffff:0:127.0.0.1', 'rfc6145', false],
  ['64:ff9b::127.0.0.1', 'loopback', true],
  ['64:ff9b::169.254.169.254', 'linkLocal', false],
  ['64:ff9b:1::8.8.8.8', 'rfc6052', false],
  ['2002:7f00:1::', '6to4', false],
  ['2002:808:808::', '6to4', false],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo', false],
  ['2001:db8::1', 'reserved', false],
  ['3fff::1', 'reserved', false],
  ['100::1', 'discard', false],
  ['fc00::1', 'uniqueLocal', true],
  ['fd00:ec2::254', 'uniqueLocal', true],
  ['fe80::1', 'linkLocal', false],
  ['fe80::1%eth0', 'linkLocal', false],
  ['fec0::1', 'deprecatedSiteLocal', false],
  ['ff02::1', 'multicast', false],
  ['4000::1', 'reserved', false],
])('checkAddress rejects %s as %s', (address, range, allowed) => {
  const refusal = `The address ${address} is not public. Its range is ${range}.`;

  expect(() => checkAddress(address, false)).toThrow(refusal);
  expect(isRejectedWithPrivateAllowed(address)).toBe(!allowed);
});

test.each(['', 'localhost', '1.2.3.4.5', '127.0.0.1:80', '[::1]', '::1::', '256.0.0.1', '1.1.1.1\n'])(
  'checkAddress rejects the invalid address %j',
  (text) => {
    expect(() => checkAddress(text, true)).toThrow('ipaddr: ');
  },
);

const byte = fc.integer({ min: 0, max: 255 });

/** IPv4 addresses that are not public, by their four numbers. */
const notPublic = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
);

/**
 * Formats a number in any form that the URL parser accepts: decimal, octal or hexadecimal, with or without leading
 * zeros.
 */
const notation = fc.constantFrom<(value: number) => string>(
  String,
  (value) => `0${value.toString(8)}`,
  (value) => `000${value.toString(8)}`,
  (value) => `0x${value.toString(16)}`,
  (value) => `0X${value.toString(16).toUpperCase()}`,
  (value) => `0x0000${value.toString(16)}`,
);

/** Addresses of 1 to 4 parts in different notations. The last part combines the remaining numbers. */
const written = fc
  .tuple(notPublic, fc.integer({ min: 1, max: 4 }), fc.tuple(notation, notation, notation, notation))
  .map(([numbers, parts, notations]) => {
    const last = numbers.slice(parts - 1).reduce((sum, number) => sum * 256 + number, 0);
    return [...numbers.slice(0, parts - 1), last].map((part, index) => notations[index]!(part)).join('.');
  });

/** Replaces digits and dots by other characters and escapes that the URL parser converts back. */
const disguise = fc.constantFrom<(host: string) => string>(
  (host) => host,
  (host) => `${host}.`,
  (host) => host.replaceAll('.', '\u3002'),
  (host) => host.replaceAll('.', '%2e'),
  (host) => host.replaceAll('1', '\u2460'),
  (host) => host.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (host) => host.replace(/[0-9]/g, (digit) => `%3${digit}`),
);

const mapped = notPublic.chain(([a, b, c, d]) => {
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const dotted = [a, b, c, d].join('.');
  return fc.constantFrom(
    `[::ffff:${dotted}]`,
    `[::ffff:${hex}]`,
    `[0:0:0:0:0:FFFF:${hex}]`,
    `[::${hex}]`,
    `[64:ff9b::${hex}]`,
    `[2002:${hex}::]`,
    `[2002:${hex}::1]`,
    `[2001:0:${hex}::1]`,
  );
});

test('HttpResources rejects origins at non-public addresses in any notation', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(written, disguise).map(([host, hide]) => hide(host)),
        mapped,
      ),
      (host) => {
        const normal = new URL(`http://${host}`).origin;

        expect(() => new HttpResources({ origins: [`http://${host}`] })).toThrow(/^HttpResources: origins\[0\]/);
        expect(() => new HttpResources({ origins: [normal] })).toThrow('has an address that is not allowed');
      },
    ),
    { numRuns: runs(2_000) },
  );
}, 60_000);

test('checkAddress rejects non-public addresses in any notation', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        written,
        mapped.map((host) => host.slice(1, -1)),
      ),
      (address) => {
        expect(() => checkAddress(address, false)).toThrow('is not public');
      },
    ),
    { numRuns: runs(2_000) },
  );
}, 60_000);
