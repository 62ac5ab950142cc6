/** @slow measures memory: reads files of 200 MiB */
import { mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FileResources } from '@cuecard/resources';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-limits-')));
});

afterAll(() => rm(root, { recursive: true }));

test('FileResources maxBytes rejects a file of 200 MiB without reading it', async () => {
  const resources = new FileResources({ roots: [root] });
  await writeFile(join(root, 'large.bin'), '');
  await truncate(join(root, 'large.bin'), 200 * 2 ** 20);
  // Allocates the objects that stay in memory.
  await expect(resources.read('large.bin')).rejects.toThrow('large.bin is larger');
  const before = process.memoryUsage();
  for (let round = 0; round < 20; round += 1) {
    await expect(resources.read('large.bin')).rejects.toThrow('large.bin is larger than 1048576 bytes');
  }
  const after = process.memoryUsage();
  const grown = (['rss', 'external', 'arrayBuffers'] as const).map((kind) => after[kind] - before[kind]);
  expect(Math.max(...grown)).toBeLessThan(20 * 2 ** 20);
  expect(await resources.describe('large.bin')).toMatchObject({ name: 'large.bin', size: 200 * 2 ** 20 });
});
