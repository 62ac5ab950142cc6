import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const PAGE = new URL('../../../packages/cli/dist/page/', import.meta.url);

test('has at most 60 kB of script and style, gzipped', async () => {
  const files = await Promise.all(['page.js', 'page.css'].map((name) => readFile(new URL(name, PAGE))));
  const sizes = files.map((file) => gzipSync(file, { level: 9 }).length);
  expect(
    sizes.reduce((sum, size) => sum + size, 0),
    `bytes of script and style: ${sizes}`,
  ).toBeLessThanOrEqual(60_000);
});
