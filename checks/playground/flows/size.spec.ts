import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

const PAGE = new URL('../../../packages/cli/dist/page/', import.meta.url);

test('has less than 45 kB of script and style after brotli', async () => {
  const files = await Promise.all(['page.js.br', 'page.css.br'].map((name) => readFile(new URL(name, PAGE))));
  const sizes = files.map(({ length }) => length);
  expect(
    sizes.reduce((sum, size) => sum + size, 0),
    `bytes of script and style: ${sizes}`,
  ).toBeLessThan(45_000);
});
