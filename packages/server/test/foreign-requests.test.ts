import { type HostOptions, Hosts } from '../build/edge/hosts.js';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { readHead } from '../build/edge/head.js';
import { endpointOf } from './support/endpoint-of.ts';

function status({ host, origin }: { host: string; origin?: string }, options: HostOptions = {}): number {
  return new Hosts(options).refusalOf({ host, origin })?.status ?? 200;
}

describe('Hosts', () => {
  test.each([['localhost'], ['localhost:3917'], ['LOCALHOST:3917'], ['127.0.0.1:80'], ['[::1]:3917']])(
    'accepts the host %s',
    (host) => {
      expect(status({ host })).toBe(200);
    },
  );

  test.each([
    ['evil.example'],
    ['localhost.evil.example'],
    ['localhost@evil.example'],
    ['evil.example#localhost'],
    ['evil.example/localhost'],
    ['127.0.0.1.evil.example'],
    ['127.0.0.2'],
    ['localhost.'],
    ['0.0.0.0'],
    ['[::]'],
    ['[::ffff:127.0.0.1]'],
    ['localhost, evil.example'],
    ['localhost:port'],
    [''],
    ['.'],
  ])('rejects the host "%s"', (host) => {
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
  ])('responds to the origin "%s" with status %d', (origin, expected) => {
    expect(status({ host: 'localhost:3917', origin })).toBe(expected);
  });

  test('replaces the defaults with allowedHosts and allowedOrigins', () => {
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

  test('rejects with a JSON-RPC error that suggests a fix', async () => {
    const answers = await Promise.all([
      endpointOf().fetch(new Request('http://evil.example/mcp', { headers: { host: 'evil.example' } })),
      endpointOf().fetch(new Request('http://localhost/mcp', { headers: { origin: 'https://evil.example' } })),
    ]);
    const rejection = (message: string) => ({ jsonrpc: '2.0', error: { code: -32000, message } });
    expect([answers.map((answer) => answer.status), await Promise.all(answers.map((answer) => answer.json()))]).toEqual(
      [
        [403, 403],
        [
          rejection('This server does not accept this host name: add the name to allowedHosts to allow it'),
          rejection('This server does not accept this origin: add the origin to allowedOrigins to allow it'),
        ],
      ],
    );
  });

  test('gives the same verdict for any number of repeated requests', () => {
    const headers = { host: 'xn--tda.example', origin: 'https://\u00FC.example' };
    const options = { allowedHosts: [headers.host] };
    const codes = Array.from({ length: 20_000 }, () => status(headers, options));
    expect(new Set(codes)).toEqual(new Set([200]));
  });

  test('decides independently of earlier requests', () => {
    const options = { allowedHosts: ['a.example', 'b.example'] };
    const host = fc.constantFrom('a.example', 'b.example', 'evil.example', '');
    const origin = fc.constantFrom(undefined, 'http://a.example', 'http://evil.example', '');
    fc.assert(
      fc.property(fc.array(fc.record({ host, origin })), (heads) => {
        const hosts = new Hosts(options);
        expect(heads.map((head) => hosts.refusalOf(head))).toEqual(
          heads.map((head) => new Hosts(options).refusalOf(head)),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('rejects a repeated host header', () => {
    expect(new Hosts({}).refusalOf(readHead(['Host', 'localhost', 'host', 'localhost']))?.status).toBe(403);
  });
});
