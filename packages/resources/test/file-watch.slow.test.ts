/** @slow takes more than a second: watches a thousand files */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FileResources } from '@cuecard/resources';

test('FileResources maxWatched is 1,000 by default', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-watch-')));
  const resources = new FileResources({ roots: [root] });
  const names = Array.from({ length: 1001 }, (_, index) => `${index}.txt`);
  await Promise.all(names.map((name) => writeFile(join(root, name), '')));
  const ends = await Promise.all(names.slice(0, 1000).map((name) => resources.watch(name, () => {})));
  await expect(resources.watch('1000.txt', () => {})).rejects.toThrow('1000 files are already watched');
  for (const end of ends) end();
  await rm(root, { recursive: true });
});
