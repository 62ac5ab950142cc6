import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setInterval as every } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { HttpResources, type HttpResourcesOptions } from '@cuecard/resources';
import { refusalOf, serve } from './support/http-server.ts';

function readerOf(origin: string, options: Partial<HttpResourcesOptions> = {}): HttpResources {
  return new HttpResources({ origins: [{ origin, privateAddresses: true }], ...options });
}

/** Sends a chunk repeatedly until the client disconnects, and returns the number of bytes. */
async function sendEndlessly(response: ServerResponse, chunk: Buffer): Promise<number> {
  let sent = 0;
  const closed = once(response, 'close');
  while (!response.destroyed) {
    sent += chunk.length;
    const drained = new AbortController();
    if (!response.write(chunk)) await Promise.race([once(response, 'drain', drained), closed]);
    drained.abort();
  }
  return sent;
}

/** Sends a byte every 20 ms until the client disconnects. */
async function sendSlowly(response: ServerResponse, bytes = Buffer.alloc(10_000)): Promise<void> {
  let sent = 0;
  for await (const _ of every(20)) {
    if (response.destroyed) break;
    response.write(bytes.subarray(sent, (sent += 1)));
  }
}

const COMPRESSED = brotliCompressSync(randomBytes(10_000));

// Loads undici first, because that takes longer than some of the limits below.
let warm: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  warm = await serve();
  await readerOf(warm.origin).read(`${warm.origin}/`);
});
afterAll(async () => warm[Symbol.asyncDispose]());

describe('HttpResources.read', () => {
  test('reads a body of exactly maxBytes, and rejects one byte more', async () => {
    await using server = await serve(({ url }, response) => {
      const [, kind, size] = /^\/(\w)(\d+)$/.exec(String(url)) ?? [];
      if (kind === 'c') response.flushHeaders(); // Makes the response chunked, without a length.
      response.end(Buffer.alloc(Number(size), '.'));
    });
    const resources = readerOf(server.origin, { maxBytes: 1000 });
    const tooLarge = (name: string) => ({
      message: `${name} is larger than 1000 bytes. Read a smaller resource, or raise maxBytes of the reader.`,
      code: -32602,
      data: { uri: `${server.origin}/${name}`, maxBytes: 1000 },
    });

    for (const kind of ['l', 'c']) {
      await expect(resources.read(`${server.origin}/${kind}1000`)).resolves.toBeDefined();
      await expect(resources.read(`${server.origin}/${kind}1001`)).rejects.toMatchObject(tooLarge(`${kind}1001`));
    }
  });

  test('reads at most a mebibyte by default', async () => {
    await using server = await serve(({ url }, response) => response.end(Buffer.alloc(Number(url?.slice(1)), '.')));
    const resources = readerOf(server.origin);

    await resources.read(`${server.origin}/1048576`);
    await expect(resources.read(`${server.origin}/1048577`)).rejects.toThrow('1048577 is larger than 1048576 bytes');
  });

  test('disconnects when content-length exceeds the limit', async () => {
    let closed: Promise<unknown> | undefined;
    await using server = await serve((_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-length': '1000000000' }).flushHeaders();
    });

    await expect(readerOf(server.origin).read(`${server.origin}/a`)).rejects.toThrow('a is larger than 1048576 bytes');
    await closed;
  });

  test('disconnects when a body does not end', async () => {
    let sent: Promise<number> | undefined;
    await using server = await serve((_request, response) => {
      sent = sendEndlessly(response.writeHead(200), Buffer.alloc(65_536, '.'));
    });

    await expect(readerOf(server.origin).read(`${server.origin}/a`)).rejects.toThrow('a is larger than 1048576 bytes');
    expect(await sent).toBeLessThan(50_000_000);
  });

  const BODIES = { '/small': 'small', '/bomb': Buffer.alloc(2_000_000) };

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['br', brotliCompressSync],
  ])('decompresses %s, up to the limit', async (encoding, compress) => {
    const bodies = new Map(Object.entries(BODIES).map(([path, body]) => [path, compress(body)]));
    await using server = await serve(({ url }, response) =>
      response
        .writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/plain' })
        .end(bodies.get(String(url))),
    );
    const resources = readerOf(server.origin);

    expect(await resources.read(`${server.origin}/small`)).toMatchObject({ text: 'small' });
    await expect(resources.read(`${server.origin}/bomb`)).rejects.toThrow('bomb is larger than 1048576 bytes');
  });

  test.each(['gzip, gzip', 'deflate', 'zstd', 'constructor', 'nonsense'])(
    'rejects a body encoded as %s',
    async (encoding) => {
      await using server = await serve((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(gzipSync('a'))),
      );

      const { name, cause } = await refusalOf(readerOf(server.origin).read(`${server.origin}/a`));

      expect([name, cause]).toEqual([
        'NotFoundError',
        'Error: The response has a content encoding that was not requested',
      ]);
    },
  );

  test.each([
    ['broken compression', { 'content-encoding': 'gzip' }, 'no gzip'],
    ['compression that ends too early', { 'content-encoding': 'gzip' }, gzipSync('a'.repeat(1000)).subarray(0, 20)],
  ])('rejects the response: %s', async (_case, headers, body) => {
    await using server = await serve((_request, response) => response.writeHead(200, headers).end(body));

    const { name } = await refusalOf(readerOf(server.origin).read(`${server.origin}/a`));

    expect(name).toBe('NotFoundError');
  });

  test('rejects a body that ends too early', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('12345', () => response.destroy());
    });

    expect((await refusalOf(readerOf(server.origin).read(`${server.origin}/a`))).name).toBe('NotFoundError');
  });

  test.each([
    [
      'many headers',
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`header-${index}`, 'a'.repeat(20)])),
    ],
    ['a large header', { header: 'a'.repeat(17_000) }],
  ])('rejects %s in the response', async (_case, headers) => {
    await using server = await serve((_request, response) => response.writeHead(200, headers).end());

    expect(await refusalOf(readerOf(server.origin).read(`${server.origin}/a`))).toEqual({
      name: 'NotFoundError',
      message: `No resource at "${server.origin}/a"`,
      cause: 'HeadersOverflowError: Headers Overflow Error',
    });
  });

  test.each<[string, (response: ServerResponse, url: string) => void]>([
    ['never responds', () => {}],
    ['never sends the body', (response) => response.writeHead(200).flushHeaders()],
    ['drips the body', (response) => void sendSlowly(response.writeHead(200))],
    [
      'drips a compressed body',
      (response) => void sendSlowly(response.writeHead(200, { 'content-encoding': 'br' }), COMPRESSED),
    ],
    ['drips the body of an error', (response) => void sendSlowly(response.writeHead(404))],
    ['drips the body of a redirection', (response) => void sendSlowly(response.writeHead(302, { location: '/' }))],
    [
      'redirects again and again',
      (response, url) => void setTimeout(() => response.writeHead(302, { location: `${url}a` }).end(), 60),
    ],
  ])('rejects after timeoutMs if the server %s', async (_case, answer) => {
    let closed: Promise<unknown> | undefined;
    await using server = await serve((request, response) => {
      closed = new Promise((resolve) => request.socket.on('close', resolve).on('error', () => {}));
      answer(response, String(request.url));
    });
    const started = performance.now();

    const refusal = await refusalOf(readerOf(server.origin, { timeoutMs: 100 }).read(`${server.origin}/a`));
    await closed;

    expect(refusal).toEqual({
      name: 'NotFoundError',
      message: `No resource at "${server.origin}/a"`,
      cause: 'Error: The request took longer than 100 ms',
    });
    expect(performance.now() - started).toBeLessThan(10_000); // The limit allows for a busy machine.
  });

  test('rejects after timeoutMs if the name server does not answer', async () => {
    const resources = new HttpResources({ origins: ['http://docs.test'], lookup: () => {}, timeoutMs: 100 });
    const started = performance.now();

    expect((await refusalOf(resources.read('http://docs.test/'))).cause).toBe(
      'Error: The request took longer than 100 ms',
    );
    expect(performance.now() - started).toBeLessThan(500);
  });

  test('stops connecting when the signal aborts, and sends nothing later', async () => {
    await using server = await serve();
    const controller = new AbortController();
    const reason = new Error('No longer needed');
    const answers: (() => void)[] = [];
    const origin = `http://docs.test:${server.port}`;
    const resources = new HttpResources({
      origins: [{ origin, privateAddresses: true }],
      lookup: (_hostname, _options, callback) => {
        answers.push(() => callback(null, '127.0.0.1', 4));
        if (controller.signal.aborted) for (const answer of answers) answer();
        else controller.abort(reason);
      },
    });

    await expect(resources.read(`${origin}/a`, { signal: controller.signal })).rejects.toBe(reason);
    await resources.read(`${origin}/b`);

    expect(server.requests).toEqual(['GET /b']);
  });

  test.each(['read', 'describe'] as const)('disconnects when the signal aborts: %s', async (method) => {
    const controller = new AbortController();
    const reason = new Error('No longer needed');
    let closed: Promise<unknown> | undefined;
    await using server = await serve((_request, response) => {
      closed = once(response, 'close');
      controller.abort(reason);
    });

    const call = readerOf(server.origin)[method](`${server.origin}/a`, { signal: controller.signal });

    await expect(call).rejects.toBe(reason);
    await closed;
  });

  test('disconnects when the signal aborts during the body', async () => {
    const controller = new AbortController();
    const reason = new Error('No longer needed');
    let closed: Promise<unknown> | undefined;
    await using server = await serve((_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200).write('a');
      setTimeout(() => controller.abort(reason), 50);
    });

    const call = readerOf(server.origin).read(`${server.origin}/a`, { signal: controller.signal });

    await expect(call).rejects.toBe(reason);
    await closed;
  });

  test('sends nothing if the signal is already aborted', async () => {
    await using server = await serve();
    const reason = new Error('No longer needed');

    const call = readerOf(server.origin).read(`${server.origin}/a`, { signal: AbortSignal.abort(reason) });

    await expect(call).rejects.toBe(reason);
    expect(server.connections()).toBe(0);
  });
});
