/** @slow measures memory: bodies that decompress to 200 MB */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { HttpResources } from '@cuecard/resources';
import { serve } from './support/http-server.ts';

const BOMB = Buffer.alloc(200_000_000);

test.each([
  ['gzip', () => gzipSync(BOMB, { level: 1 })],
  ['br', () => brotliCompressSync(BOMB, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
])('HttpResources.read does not decompress a bomb into memory: %s', async (encoding, compress) => {
  const body = compress();
  await using server = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/plain' }).end(body),
  );
  const resources = new HttpResources({ origins: [{ origin: server.origin, privateAddresses: true }] });

  expect(body.length).toBeLessThan(1_048_576);
  const before = process.memoryUsage().rss;
  await expect(resources.read(`${server.origin}/bomb`)).rejects.toThrow('bomb is larger than 1048576 bytes');
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});
