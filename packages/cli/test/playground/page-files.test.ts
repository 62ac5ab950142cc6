import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, afterAll, beforeAll, expect, test } from '@jest/globals';
import { Access } from '../../build/playground/http/access.js';
import { pageListener } from '../../build/playground/http/page-listener.js';

const SCRIPT = 'console.log("page");\n'.repeat(100);
const COMPRESSED = brotliCompressSync(SCRIPT);
let folder: string;
let server: ReturnType<typeof createServer>;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuecard-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><script src="/page.js"></script>');
  await writeFile(join(folder, 'page.js'), SCRIPT);
  await writeFile(join(folder, 'page.js.br'), COMPRESSED);
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
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
  return { encoding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) };
}

describe('PageFiles', () => {
  test('serves only the files of its folder, and index.html at /', async () => {
    const paths = [
      '/',
      '/page.js',
      '/page.js?v=1',
      '/icon.svg',
      '/page.js.br',
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
      ['/icon.svg', 200, 'image/svg+xml'],
      ['/page.js.br', 404, 'application/json'],
      ['/index.html', 404, 'application/json'],
      ['/assets', 404, 'application/json'],
      ['/..%2fpage.js', 404, 'application/json'],
      ['/../x', 404, 'application/json'],
      ['/%', 404, 'application/json'],
    ]);
  });

  test('sends the file that the build compressed if accept-encoding allows', async () => {
    const plain = { encoding: undefined, bytes: Buffer.from(SCRIPT) };
    const brotli = { encoding: 'br', bytes: COMPRESSED };
    const rows = [
      ['gzip, deflate, br', brotli],
      ['br;q=0.5', brotli],
      ['gzip', plain],
      ['gzip, br; q=0.0', plain],
      [undefined, plain],
    ] as const;
    const answers = await Promise.all(rows.map(([encodings]) => raw('/page.js', encodings)));
    expect(answers).toEqual(rows.map(([, expected]) => expected));
    expect((await raw('/icon.svg', 'br')).encoding).toBeUndefined();
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
