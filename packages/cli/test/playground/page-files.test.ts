import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, afterAll, beforeAll, expect, test } from '@jest/globals';
import { Access } from '../../build/playground/http/access.js';
import { pageListener } from '../../build/playground/http/page-listener.js';

const SCRIPT = 'console.log("page");\n'.repeat(100);
let folder: string;
let server: ReturnType<typeof createServer>;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuecard-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><script src="/page.js"></script>');
  await writeFile(join(folder, 'page.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'icon.png'), Buffer.from([1, 2, 3]));
  const logger = () => ({ error: () => {}, warn: () => {} });
  server = createServer(pageListener({ folder, access: new Access(), routes: {}, logger }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Without the decoding of `fetch`. */
async function raw(path: string, encodings?: string) {
  const { request } = await import('node:http');
  const asking = request(`${url}${path}`, {
    headers: encodings === undefined ? {} : { 'accept-encoding': encodings },
  }).end();
  const [answer] = await once(asking, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { encoding: answer.headers['content-encoding'], etag: answer.headers.etag, bytes: Buffer.concat(chunks) };
}

describe('PageFiles', () => {
  test('serves only the files of its folder, and index.html at /', async () => {
    const paths = [
      '/',
      '/page.js',
      '/page.js?v=1',
      '/assets/icon.png',
      '/index.html',
      '/assets',
      '/..%2fpage.js',
      '/../x',
      '/%',
    ];
    const outcomes = await Promise.all(
      paths.map(async (path) => {
        const { status, headers } = await fetch(url + path);
        return [path, status, headers.get('content-type')];
      }),
    );
    expect(outcomes).toEqual([
      ['/', 200, 'text/html; charset=utf-8'],
      ['/page.js', 200, 'text/javascript; charset=utf-8'],
      ['/page.js?v=1', 200, 'text/javascript; charset=utf-8'],
      ['/assets/icon.png', 200, 'image/png'],
      ['/index.html', 404, 'application/json'],
      ['/assets', 404, 'application/json'],
      ['/..%2fpage.js', 404, 'application/json'],
      ['/../x', 404, 'application/json'],
      ['/%', 404, 'application/json'],
    ]);
  });

  test('compresses a file as accept-encoding allows', async () => {
    const [br, gzip, none, refused] = [
      await raw('/page.js', 'gzip, deflate, br'),
      await raw('/page.js', 'gzip;q=0.5, br;q=0'),
      await raw('/page.js'),
      await raw('/page.js', 'br;q=0, gzip; q=0.0'),
    ];
    expect([br.encoding, gzip.encoding, none.encoding, refused.encoding]).toEqual(['br', 'gzip', undefined, undefined]);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(SCRIPT);
    expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT);
    expect([none.bytes.toString(), refused.bytes.toString()]).toEqual([SCRIPT, SCRIPT]);
    expect(new Set([br.etag, gzip.etag, none.etag]).size).toBe(3);
    expect((await raw('/assets/icon.png', 'br')).encoding).toBeUndefined();
  });

  test('responds with 304 to a matching etag', async () => {
    const { headers } = await fetch(`${url}/page.js`);
    const etag = headers.get('etag')!;
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = async (tags: string) =>
      (await fetch(`${url}/page.js`, { headers: { 'if-none-match': tags } })).status;
    expect([await again(etag), await again(`"x", W/${etag}`), await again('"x"')]).toEqual([304, 304, 200]);
  });

  test('answers HEAD with the headers of GET and rejects other methods', async () => {
    const [get, head] = [await fetch(`${url}/page.js`), await fetch(`${url}/page.js`, { method: 'HEAD' })];
    const hop = ['connection', 'date', 'keep-alive'];
    const without = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => !hop.includes(name)));
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(without(head)).toEqual(without(get));
    const post = await fetch(`${url}/page.js`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
