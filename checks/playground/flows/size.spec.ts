import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const PAGE = new URL('../../../packages/cli/dist/page/', import.meta.url);

test('has less than 45 KiB of script and style after brotli', async () => {
  const files = await Promise.all(['page.js', 'page.css'].map((name) => readFile(new URL(name, PAGE))));
  const sizes = files.map((file) => brotliCompressSync(file).length);
  expect(
    sizes.reduce((sum, size) => sum + size, 0),
    `bytes of script and style: ${sizes}`,
  ).toBeLessThan(45 * 1024);
});
