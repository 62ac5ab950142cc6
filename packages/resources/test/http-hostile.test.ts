import { expect, test } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { HttpResources } from '@cuecard/resources';
import { refusalOf, serve } from './support/http-server.ts';
import { HOSTILE_HTTP_URLS } from './support/hostile-http-urls.ts';

/** A public address that no machine has. */
const NOWHERE = '3ffe::1';

/** A name service that gives one answer after another, and then repeats the last one. */
function answering(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    asked.push(hostname);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    const found: LookupAddress[] = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all === true) process.nextTick(callback, null, found);
    else process.nextTick(callback, null, found[0]?.address ?? '', found[0]?.family);
  };
  return { lookup, asked };
}

test.each(HOSTILE_HTTP_URLS)('HttpResources rejects %j without connecting', async (hostile) => {
  await using server = await serve();
  const { lookup } = answering(['127.0.0.1']);
  const resources = new HttpResources({
    origins: [
      { origin: `http://docs.test:${server.port}`, privateAddresses: true },
      `http://localhost:${server.port}`,
      `http://internal.test:${server.port}`,
    ],
    lookup,
  });
  const uri = hostile.replaceAll('{port}', String(server.port));

  const read = await refusalOf(resources.read(uri));
  const described = await refusalOf(resources.describe(uri));

  expect(read.name).toBe('NotFoundError');
  expect(read.message).toMatch(/^No resource at "/);
  expect(described).toEqual(read);
  expect(server.connections()).toBe(0);
});

test('HttpResources reads allowed hosts in URLs that look hostile', async () => {
  await using server = await serve();
  const { lookup, asked } = answering(['127.0.0.1']);
  const origin = `http://docs.test:${server.port}`;
  const resources = new HttpResources({ origins: [{ origin, privateAddresses: true }], lookup });

  await resources.read(`${origin}/a@b?c@d#e@f`);
  await resources.read(`${origin.toUpperCase()}?http://127.0.0.1/`);
  await resources.read(`http://d\u24decs.test:${server.port}/caf\u00e9`);

  expect(server.requests).toEqual(['GET /a@b?c@d', 'GET /?http://127.0.0.1/', 'GET /caf%C3%A9']);
  expect(new Set(asked)).toEqual(new Set(['docs.test']));
});

test('HttpResources rejects a host name that later resolves to a private address', async () => {
  await using server = await serve();
  const { lookup, asked } = answering([NOWHERE], ['127.0.0.1']);
  const origin = `http://rebound.test:${server.port}`;
  const resources = new HttpResources({ origins: [origin], lookup, timeoutMs: 300 });

  const first = await refusalOf(resources.read(`${origin}/`));
  expect(asked).toEqual(['rebound.test']);
  const second = await refusalOf(resources.read(`${origin}/`));

  expect(first.cause).not.toContain('127.0.0.1');
  expect(second.cause).toBe('Error: The address 127.0.0.1 is not public. Its range is loopback.');
  expect({ ...second, cause: '' }).toEqual({ ...first, cause: '' });
  expect(server.connections()).toBe(0);
});

test.each([
  [
    'one of several addresses that is private',
    [NOWHERE, '127.0.0.1'],
    'Error: The address 127.0.0.1 is not public. Its range is loopback.',
  ],
  [
    'a mapped address',
    ['::ffff:127.0.0.1'],
    'Error: The address ::ffff:127.0.0.1 is not public. Its range is loopback.',
  ],
  ['an address in another notation', ['0x7f.1'], 'Error: The address 0x7f.1 is not public. Its range is loopback.'],
  ['no address', [], 'Error: The host has no address'],
  ['what is no address', ['localhost'], 'Error: ipaddr: the address has neither IPv6 nor IPv4 format'],
])('HttpResources rejects a host with %s', async (_what, answer, cause) => {
  await using server = await serve();
  const { lookup } = answering(answer);
  const origin = `http://docs.test:${server.port}`;
  const resources = new HttpResources({ origins: [origin], lookup });

  expect(await refusalOf(resources.read(`${origin}/`))).toEqual({
    name: 'NotFoundError',
    message: `No resource at "${origin}/"`,
    cause,
  });
  expect(server.connections()).toBe(0);
});

test.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '::', '255.255.255.255', '::ffff:169.254.169.254'])(
  'HttpResources rejects a host at %s even if private addresses are allowed',
  async (address) => {
    const { lookup } = answering([address]);
    const resources = new HttpResources({
      origins: [{ origin: 'http://docs.test', privateAddresses: true }],
      lookup,
    });

    const { cause } = await refusalOf(resources.read('http://docs.test/'));

    expect(cause).toMatch(`Error: The address ${address} is not public`);
  },
);

test('HttpResources handles a lookup that returns a single address, fails or throws', async () => {
  await using server = await serve();
  const origin = `http://docs.test:${server.port}`;
  const reading = async (lookup: LookupFunction) =>
    new HttpResources({ origins: [{ origin, privateAddresses: true }], lookup }).read(`${origin}/`);

  await reading((_hostname, _options, callback) => callback(null, '127.0.0.1', 4));
  const failed = await refusalOf(reading((_hostname, _options, callback) => callback(new Error('No'), [])));
  const thrown = await refusalOf(
    reading(() => {
      throw new Error('No');
    }),
  );

  expect(server.requests).toEqual(['GET /']);
  expect([failed.cause, thrown.cause]).toEqual(['Error: No', 'Error: No']);
});

test('HttpResources follows redirections within the allowed origins', async () => {
  await using last = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('there'),
  );
  await using first = await serve(({ url }, response) => {
    const location = { '/a': 'b?c#d', '/b?c': '//{host}/e', '/e': `${last.origin}/f` }[String(url)] ?? '';
    response.writeHead(302, { location: location.replace('{host}', first.origin.slice(7)) }).end('moved');
  });
  const resources = new HttpResources({
    origins: [first.origin, last.origin].map((origin) => ({ origin, privateAddresses: true })),
  });
  const uri = `${first.origin}/a`;

  expect(await resources.read(uri)).toEqual({ uri, mimeType: 'text/plain', text: 'there' });
  expect(await resources.describe(uri)).toEqual({ uri, name: 'a', mimeType: 'text/plain' });
  expect(first.requests).toEqual(
    ['GET', 'HEAD'].flatMap((method) => [`${method} /a`, `${method} /b?c`, `${method} /e`]),
  );
  expect(last.requests).toEqual(['GET /f', 'HEAD /f']);
});

// `{port}` is the port of a server that must receive no request.
test.each([
  'http://127.0.0.1:{port}/',
  '//127.0.0.1:{port}/',
  '\\\\127.0.0.1:{port}/',
  'http://localhost:{port}/',
  'http://internal.test:{port}/',
  'http://2130706433:{port}/',
  'http://[::ffff:127.0.0.1]:{port}/',
  'http://me@docs.test:{port}/',
  'https://docs.test:{port}/',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  'data:text/plain,secret',
  'javascript:alert(1)',
  'http://',
  '',
])('HttpResources does not follow a redirection to %j', async (hostile) => {
  await using server = await serve();
  await using first = await serve((_request, response) =>
    response.writeHead(307, hostile === '' ? {} : { location: hostile.replace('{port}', String(server.port)) }).end(),
  );
  const { lookup } = answering(['127.0.0.1']);
  const resources = new HttpResources({
    origins: [
      { origin: `http://first.test:${first.port}`, privateAddresses: true },
      { origin: `http://docs.test:${server.port}`, privateAddresses: true },
      `http://internal.test:${server.port}`,
    ],
    lookup,
  });
  const uri = `http://first.test:${first.port}/`;

  const { name, message } = await refusalOf(resources.read(uri));

  expect([name, message]).toEqual(['NotFoundError', `No resource at "${uri}"`]);
  expect(first.requests).toEqual(['GET /']);
  expect(server.connections()).toBe(0);
});

test('HttpResources follows five redirects, or the configured number', async () => {
  await using server = await serve(({ url }, response) => {
    const left = Number(url?.slice(1));
    response.writeHead(left === 0 ? 200 : 301, left === 0 ? {} : { location: `/${left - 1}` }).end();
  });
  const origins = [{ origin: server.origin, privateAddresses: true }];
  const causeOf = async (resources: HttpResources, path: string) =>
    (await refusalOf(resources.read(`${server.origin}${path}`))).cause;

  const five = new HttpResources({ origins });
  await five.read(`${server.origin}/5`);
  expect(await causeOf(five, '/6')).toBe('Error: The server redirects more than 5 times');
  expect(await causeOf(new HttpResources({ origins, maxRedirects: 0 }), '/1')).toBe(
    'Error: The server redirects more than 0 times',
  );
  expect(server.requests).toHaveLength(6 + 6 + 1);
});

test('HttpResources rejects circular redirections', async () => {
  await using server = await serve((_request, response) => response.writeHead(308, { location: '/' }).end());
  const resources = new HttpResources({ origins: [{ origin: server.origin, privateAddresses: true }] });

  expect((await refusalOf(resources.read(`${server.origin}/`))).cause).toBe(
    'Error: The server redirects more than 5 times',
  );
  expect(server.requests).toHaveLength(6);
});
