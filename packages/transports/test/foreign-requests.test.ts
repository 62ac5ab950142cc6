import type { HostOptions } from '@cuecard/transports';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../test/support/runs.ts';
import { readHead } from '../build/edge/head.js';
import { Hosts } from '../build/edge/hosts.js';
import { endpointOf } from './support/endpoint-of.ts';

function status({ host, origin }: { host: string; origin?: string }, options: HostOptions = {}): number {
  return new Hosts(options).fault({ host, origin })?.status ?? 200;
}

test.each([['localhost'], ['localhost:3917'], ['LOCALHOST:3917'], ['127.0.0.1'], ['127.0.0.1:80'], ['[::1]:3917']])(
  'a request to %s may pass',
  (host) => {
    expect(status({ host })).toBe(200);
  },
);

test.each([
  ['evil.example'],
  ['evil.example:3917'],
  ['localhost.evil.example'],
  ['localhost@evil.example'],
  ['evil.example#localhost'],
  ['evil.example/localhost'],
  ['localhost:3917@evil.example'],
  ['127.0.0.1.evil.example'],
  ['127.0.0.2'],
  ['localhost.'],
  ['0.0.0.0'],
  ['[::]'],
  ['[::ffff:127.0.0.1]'],
  ['192.168.0.1'],
  ['localhost, evil.example'],
  ['localhost:port'],
  [''],
  ['.'],
])('a request to "%s" is refused', (host) => {
  expect(status({ host })).toBe(403);
});

test.each([
  ['http://localhost:6274', 200],
  ['https://localhost', 200],
  ['http://127.0.0.1:3917', 200],
  ['http://[::1]:8080', 200],
  ['https://evil.example', 403],
  ['http://localhost.evil.example', 403],
  ['http://localhost@evil.example', 403],
  ['null', 403],
  ['', 403],
  ['file://', 403],
  ['localhost', 403],
])('a web page on "%s" is answered with %d', (origin, expected) => {
  expect(status({ host: 'localhost:3917', origin })).toBe(expected);
});

test('allowedHosts and allowedOrigins say who else may ask, and replace the default', () => {
  const options = { allowedHosts: ['mcp.example.com'], allowedOrigins: ['https://app.example.com'] };
  expect([
    status({ host: 'mcp.example.com' }, options),
    status({ host: 'mcp.example.com:443', origin: 'https://app.example.com' }, options),
    status({ host: 'mcp.example.com', origin: 'https://mcp.example.com' }, options),
    status({ host: 'mcp.example.com', origin: 'http://app.example.com' }, options),
    status({ host: 'mcp.example.com', origin: 'https://app.example.com:8443' }, options),
    status({ host: 'localhost' }, options),
  ]).toEqual([200, 200, 200, 403, 403, 403]);
});

test('a refusal is a JSON-RPC error that says what to do', async () => {
  const answers = await Promise.all([
    endpointOf().fetch(new Request('http://evil.example/mcp', { headers: { host: 'evil.example' } })),
    endpointOf().fetch(new Request('http://localhost/mcp', { headers: { origin: 'https://evil.example' } })),
  ]);
  const told = (message: string) => ({ jsonrpc: '2.0', error: { code: -32000, message } });
  expect([answers.map((answer) => answer.status), await Promise.all(answers.map((answer) => answer.json()))]).toEqual([
    [403, 403],
    [
      told('This host name is not served here: add it to allowedHosts if it should be'),
      told('This origin may not call here: add it to allowedOrigins if it should'),
    ],
  ]);
});

test('what may pass may pass however often it comes', () => {
  const headers = { host: 'xn--tda.example', origin: 'https://\u00FC.example' };
  const options = { allowedHosts: [headers.host] };
  const codes = Array.from({ length: 20_000 }, () => status(headers, options));
  expect(new Set(codes)).toEqual(new Set([200]));
});

test('whether one may pass does not depend on who has come before', () => {
  const options = { allowedHosts: ['a.example', 'b.example'] };
  const host = fc.constantFrom('a.example', 'b.example', 'evil.example', '');
  const origin = fc.constantFrom(undefined, 'http://a.example', 'http://evil.example', '');
  fc.assert(
    fc.property(fc.array(fc.record({ host, origin })), (asked) => {
      const hosts = new Hosts(options);
      expect(asked.map((head) => hosts.fault(head))).toEqual(asked.map((head) => new Hosts(options).fault(head)));
    }),
    { numRuns: runs(1_000) },
  );
});

test('a host that is named twice is none', () => {
  expect(new Hosts({}).fault(readHead(['Host', 'localhost', 'host', 'localhost']))?.status).toBe(403);
});
