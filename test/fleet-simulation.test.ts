import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const PAGE = new URL('../docs/instances.md', import.meta.url);
const SIMULATION = fileURLToPath(new URL('../bench/fleet/table.js', import.meta.url));
/** Without the spaces that align the columns. */
const plain = (text: string) => text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---');

test('the page on several instances shows what the simulation works out', async () => {
  const table = execFileSync(process.execPath, [SIMULATION], { encoding: 'utf8' });
  expect(plain(await readFile(PAGE, 'utf8'))).toContain(plain(table));
});
