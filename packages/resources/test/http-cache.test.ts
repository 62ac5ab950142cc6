import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { HttpResources, type HttpResourcesOptions } from '@cuecard/resources';
import undici from 'undici';
import { HttpCache } from '../build/http/http-cache.js';
import { refusalOf, serve, type TestServer } from './support/http-server.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

function readerOf({ origin }: TestServer, options: Partial<HttpResourcesOptions> = {}): HttpResources {
  return new HttpResources({ origins: [{ origin, privateAddresses: true }], ...options });
}

/** A server that responds with the number of the request. */
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
    await nextTurn(); // Reads the body, because only a response that has been read is cached.
  }
  return found;
}

describe('HttpResources cache', () => {
  test.each([
    ['a fresh response', { 'cache-control': 'max-age=60' }, ['1', '1']],
    ['a response that is fresh for shared caches', { 'cache-control': 'max-age=0, s-maxage=60' }, ['1', '1']],
    ['a response with an expiry date', { expires: new Date(Date.now() + 60_000).toUTCString() }, ['1', '1']],
    [
      'a response that varies by a constant header',
      { 'cache-control': 'max-age=60', vary: 'accept-encoding' },
      ['1', '1'],
    ],
  ])('keeps %s', async (_case, headers: Record<string, string>, expected) => {
    await using server = await counting(headers);
    const uri = `${server.origin}/a`;

    expect(await texts(readerOf(server), uri, uri)).toEqual(expected);
    expect(server.requests).toEqual(['GET /a']);
  });

  test.each([
    ['a response without cache headers', {}],
    ['a response with no-store', { 'cache-control': 'no-store, max-age=60' }],
    ['a private response', { 'cache-control': 'private, max-age=60' }],
    ['a response that is stale at once', { 'cache-control': 'max-age=0' }],
    ['an expired response', { expires: 'Thu, 01 Jan 1970 00:00:00 GMT' }],
    ['a response that varies by any header', { 'cache-control': 'max-age=60', vary: '*' }],
    ['a response that sets a cookie', { 'cache-control': 'max-age=60', 'set-cookie': 'a=b' }],
    ['a response that is older than its max-age', { 'cache-control': 'max-age=60', age: '100' }],
  ])('does not keep %s', async (_case, headers: Record<string, string>) => {
    await using server = await counting(headers);
    const uri = `${server.origin}/a`;

    expect(await texts(readerOf(server), uri, uri)).toEqual(['1', '2']);
  });

  test('does not keep responses to credentials, unless the responses are public', async () => {
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

  test('keeps responses separately for each query and reader', async () => {
    await using server = await counting({ 'cache-control': 'max-age=60' });
    const [a, b] = [`${server.origin}/?a`, `${server.origin}/?b`];

    expect(await texts(readerOf(server), a, b, a, b)).toEqual(['1', '2', '1', '2']);
    expect(await texts(readerOf(server), a)).toEqual(['3']);
  });

  test('keeps no response if cacheBytes is 0', async () => {
    await using server = await counting({ 'cache-control': 'max-age=60' });

    expect(await texts(readerOf(server, { cacheBytes: 0 }), `${server.origin}/`, `${server.origin}/`)).toEqual([
      '1',
      '2',
    ]);
  });

  test('revalidates a response, and reads it again if it has changed', async () => {
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

  test('refetches a stale response in the foreground', async () => {
    await using server = await counting({ 'cache-control': 'max-age=1, stale-while-revalidate=60' });
    const resources = readerOf(server);
    const uri = `${server.origin}/a`;

    const first = await texts(resources, uri);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2100);

    expect([...first, ...(await texts(resources, uri))]).toEqual(['1', '2']);
    expect(server.requests).toEqual(['GET /a', 'GET /a']);
  });

  test('keeps compressed responses, and limits each decompression', async () => {
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
    await nextTurn();
    await expect(resources.read(bomb)).rejects.toThrow('bomb is larger than 1048576 bytes');
  });

  test('rejects an oversized response each time it is requested', async () => {
    await using server = await counting({ 'cache-control': 'max-age=60' }, () => '.'.repeat(1001));
    const resources = readerOf(server, { maxBytes: 1000 });
    const uri = `${server.origin}/a`;

    await expect(resources.read(uri)).rejects.toThrow('a is larger than 1000 bytes');
    await nextTurn();
    await expect(resources.read(uri)).rejects.toThrow('a is larger than 1000 bytes');
  });

  test('does not keep a response that ends too early', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=60', 'content-length': '10' });
      response.write('12345', () => response.destroy());
    });
    const resources = readerOf(server);
    const uri = `${server.origin}/a`;

    await refusalOf(resources.read(uri));
    await nextTurn();
    await refusalOf(resources.read(uri));

    expect(server.requests).toEqual(['GET /a', 'GET /a']);
  });

  test('checks the target of a cached redirection', async () => {
    await using target = await serve();
    await using server = await serve((_request, response) =>
      response.writeHead(301, { location: target.origin, 'cache-control': 'max-age=60' }).end(),
    );
    const resources = readerOf(server);
    const uri = `${server.origin}/a`;

    const first = await refusalOf(resources.read(uri));
    await nextTurn();
    const second = await refusalOf(resources.read(uri));

    expect(first.cause).toBe(`Error: The origin ${target.origin} is not allowed`);
    expect(second).toEqual(first);
    expect([server.requests, target.requests]).toEqual([['GET /a'], []]);
  });

  test('drops all responses when their total size exceeds cacheBytes', async () => {
    await using server = await counting({ 'cache-control': 'max-age=60' }, () => '.'.repeat(400));
    const resources = readerOf(server, { cacheBytes: 1000 });
    const uris = ['a', 'b', 'c', 'a', 'a'].map((name) => `${server.origin}/${name}`);

    await texts(resources, ...uris);

    expect(server.requests).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /a']);
  });
});

test('HttpCache drops all responses when there are more than 500', async () => {
  const cache = new HttpCache(undici.cacheStores, 1_000_000, 1_000);
  const keyOf = (path: string) => ({ origin: 'http://docs.test', method: 'GET', path, headers: {} });
  const now = Date.now();
  const value = {
    statusCode: 200,
    statusMessage: '',
    headers: {},
    cachedAt: now,
    staleAt: now + 60_000,
    deleteAt: now + 60_000,
  };
  const paths = Array.from({ length: 501 }, (_, index) => `/${index}`);
  const put = async (path: string) => {
    const stream = cache.createWriteStream(keyOf(path), value);
    await new Promise<void>((resolve) => stream?.end(resolve));
  };
  const kept = () => paths.filter((path) => cache.get(keyOf(path)) !== undefined);

  for (const path of paths.slice(0, 500)) await put(path);
  expect(kept()).toHaveLength(500);
  await put('/500');
  expect(kept()).toEqual([]);
});
