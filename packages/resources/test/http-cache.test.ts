import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { HttpResources, type HttpResourcesOptions } from '@cuecard/resources';
import { refusalOf, serve, type TestServer } from './support/http-server.ts';

function readerOf({ origin }: TestServer, options: Partial<HttpResourcesOptions> = {}): HttpResources {
  return new HttpResources({ origins: [{ origin, privateAddresses: true }], ...options });
}

/** A server whose contents count its answers. */
async function counting(headers: Record<string, string>, body = (count: number) => `${count}`) {
  let count = 0;
  return serve((_request, response) => {
    count += 1;
    response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(body(count));
  });
}

async function texts(resources: HttpResources, ...uris: string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const uri of uris) {
    const contents = await resources.read(uri);
    found.push('text' in contents ? contents.text : contents);
    await sleep(10); // What has been read is kept a moment later.
  }
  return found;
}

test.each([
  ['what is fresh', { 'cache-control': 'max-age=60' }, ['1', '1']],
  ['what is fresh for shared caches', { 'cache-control': 'max-age=0, s-maxage=60' }, ['1', '1']],
  ['what says when it expires', { expires: new Date(Date.now() + 60_000).toUTCString() }, ['1', '1']],
  ['what varies by what is always the same', { 'cache-control': 'max-age=60', vary: 'accept-encoding' }, ['1', '1']],
])('keeps %s', async (_what, headers: Record<string, string>, expected) => {
  await using server = await counting(headers);
  const uri = `${server.origin}/a`;

  expect(await texts(readerOf(server), uri, uri)).toEqual(expected);
  expect(server.requests).toEqual(['GET /a']);
});

test.each([
  ['what says nothing about it', {}],
  ['what must not be stored', { 'cache-control': 'no-store, max-age=60' }],
  ['what is private', { 'cache-control': 'private, max-age=60' }],
  ['what is stale at once', { 'cache-control': 'max-age=0' }],
  ['what has expired', { expires: 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  ['what varies by anything', { 'cache-control': 'max-age=60', vary: '*' }],
  ['what sets a cookie', { 'cache-control': 'max-age=60', 'set-cookie': 'a=b' }],
  ['what is old already', { 'cache-control': 'max-age=60', age: '100' }],
])('does not keep %s', async (_what, headers: Record<string, string>) => {
  await using server = await counting(headers);
  const uri = `${server.origin}/a`;

  expect(await texts(readerOf(server), uri, uri)).toEqual(['1', '2']);
});

test('does not keep what was read with credentials, unless the server says that all may have it', async () => {
  let cacheControl = 'max-age=60';
  await using server = await serve((_request, response) =>
    response.writeHead(200, { 'cache-control': cacheControl }).end(),
  );
  const headers = { authorization: 'Bearer SECRET' };
  const origins = [{ origin: server.origin, privateAddresses: true, headers }];
  const resources = new HttpResources({ origins });

  await texts(resources, `${server.origin}/a`, `${server.origin}/a`);
  cacheControl = 'max-age=60, public';
  await texts(resources, `${server.origin}/b`, `${server.origin}/b`);

  expect(server.requests).toEqual(['GET /a', 'GET /a', 'GET /b']);
});

test('keeps apart what has another query, and forgets everything with another reader', async () => {
  await using server = await counting({ 'cache-control': 'max-age=60' });
  const [a, b] = [`${server.origin}/?a`, `${server.origin}/?b`];

  expect(await texts(readerOf(server), a, b, a, b)).toEqual(['1', '2', '1', '2']);
  expect(await texts(readerOf(server), a)).toEqual(['3']);
});

test('keeps nothing where it is told so', async () => {
  await using server = await counting({ 'cache-control': 'max-age=60' });

  expect(await texts(readerOf(server, { cacheBytes: 0 }), `${server.origin}/`, `${server.origin}/`)).toEqual([
    '1',
    '2',
  ]);
});

test('asks whether what it has is still right, and reads it again only if it is not', async () => {
  let etag = '"1"';
  const answers: unknown[] = [];
  await using server = await serve((request: IncomingMessage, response: ServerResponse) => {
    const status = request.headers['if-none-match'] === etag ? 304 : 200;
    answers.push([request.headers['if-none-match'], status]);
    const headers = { 'cache-control': 'no-cache', 'content-type': 'text/plain' };
    response.writeHead(status, { etag, ...(status === 200 && headers) });
    response.end(status === 200 ? `contents of ${etag}` : undefined);
  });
  const resources = readerOf(server);
  const uri = `${server.origin}/a`;

  const before = await texts(resources, uri, uri);
  etag = '"2"';
  const after = await texts(resources, uri, uri);

  expect(before).toEqual(['contents of "1"', 'contents of "1"']);
  expect(after).toEqual(['contents of "2"', 'contents of "2"']);
  expect(answers).toEqual([
    [undefined, 200],
    ['"1"', 304],
    ['"1"', 200],
    ['"2"', 304],
  ]);
});

test('has nobody wait for what is out of date, and sends nothing behind their back', async () => {
  await using server = await counting({ 'cache-control': 'max-age=1, stale-while-revalidate=60' });
  const resources = readerOf(server);
  const uri = `${server.origin}/a`;

  const first = await texts(resources, uri);
  await sleep(2100);

  expect([...first, ...(await texts(resources, uri))]).toEqual(['1', '2']);
  expect(server.requests).toEqual(['GET /a', 'GET /a']);
});

test('keeps what is compressed, and decompresses it each time within the limits', async () => {
  const bodies = new Map([
    ['/small', gzipSync('small')],
    ['/bomb', gzipSync(Buffer.alloc(10_000_000))],
  ]);
  await using server = await serve(({ url }, response) =>
    response
      .writeHead(200, { 'cache-control': 'max-age=60', 'content-encoding': 'gzip', 'content-type': 'text/plain' })
      .end(bodies.get(String(url))),
  );
  const resources = readerOf(server);
  const [small, bomb] = [`${server.origin}/small`, `${server.origin}/bomb`];

  expect(await texts(resources, small, small)).toEqual(['small', 'small']);
  expect(server.requests).toEqual(['GET /small']);
  await expect(resources.read(bomb)).rejects.toThrow('bomb is larger than 1048576 bytes');
  await sleep(10);
  await expect(resources.read(bomb)).rejects.toThrow('bomb is larger than 1048576 bytes');
});

test('does not keep what is too large, and refuses it each time', async () => {
  await using server = await counting({ 'cache-control': 'max-age=60' }, () => '.'.repeat(1001));
  const resources = readerOf(server, { maxBytes: 1000 });
  const uri = `${server.origin}/a`;

  await expect(resources.read(uri)).rejects.toThrow('a is larger than 1000 bytes');
  await sleep(10);
  await expect(resources.read(uri)).rejects.toThrow('a is larger than 1000 bytes');
});

test('does not keep what ended too early', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'cache-control': 'max-age=60', 'content-length': '10' });
    response.write('12345', () => response.destroy());
  });
  const resources = readerOf(server);
  const uri = `${server.origin}/a`;

  await refusalOf(resources.read(uri));
  await sleep(10);
  await refusalOf(resources.read(uri));

  expect(server.requests).toEqual(['GET /a', 'GET /a']);
});

test('follows a kept redirection no further than any other', async () => {
  await using target = await serve();
  await using server = await serve((_request, response) =>
    response.writeHead(301, { location: target.origin, 'cache-control': 'max-age=60' }).end(),
  );
  const resources = readerOf(server);
  const uri = `${server.origin}/a`;

  const first = await refusalOf(resources.read(uri));
  await sleep(10);
  const second = await refusalOf(resources.read(uri));

  expect(first.cause).toBe(`Error: The origin ${target.origin} is not allowed`);
  expect(second).toEqual(first);
  expect([server.requests, target.requests]).toEqual([['GET /a'], []]);
});

test('forgets what it has when there is too much of it', async () => {
  await using server = await counting({ 'cache-control': 'max-age=60' }, () => '.'.repeat(400));
  const resources = readerOf(server, { cacheBytes: 1000 });
  const uris = ['a', 'b', 'c', 'a', 'a'].map((name) => `${server.origin}/${name}`);

  await texts(resources, ...uris);

  expect(server.requests).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /a']);
});

test('forgets what it has when there are too many of it', async () => {
  await using server = await counting({ 'cache-control': 'max-age=60' }, () => '');
  const resources = readerOf(server);
  const uris = Array.from({ length: 501 }, (_, index) => `${server.origin}/${index}`);

  for (const uri of uris) await resources.read(uri);
  await sleep(10);
  await resources.read(`${server.origin}/0`);

  expect(server.requests.at(-1)).toBe('GET /0');
  expect(server.requests).toHaveLength(502);
});
