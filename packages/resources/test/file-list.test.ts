import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FileResources } from '@cuecard/resources';

const SERVED = ['a b/1.txt', 'a-b/1.txt', 'a/2.txt', 'a/z/1.txt', 'a.txt', 'B.txt', 'ä.txt', 'src/index.ts'];
const SKIPPED = ['.git/HEAD', 'node_modules/x/index.js', 'a/node_modules/y.js', 'a/.git/HEAD'];

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-list-')));
  for (const path of [...SERVED, ...SKIPPED]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), path);
  }
  await symlink('a', join(root, 'link-to-folder'));
  await symlink('..', join(root, 'a', 'up'));
  await symlink('a.txt', join(root, 'link-to-file'));
});

afterAll(() => rm(root, { recursive: true }));

test('a folder is listed with all below it: sorted, without links, repositories and installed packages', async () => {
  const resources = new FileResources({ roots: [root] });
  const uris = await resources.list('.');
  expect(uris).toEqual(SERVED.map(uriOf).toSorted());
  expect(await resources.list(pathToFileURL(root).href)).toEqual(uris);
  expect(await resources.list('')).toEqual(uris);
  expect(await resources.list('a')).toEqual(['a/2.txt', 'a/z/1.txt'].map(uriOf));
});

test('every URI listed can be read', async () => {
  const resources = new FileResources({ roots: [root] });
  const uris = await resources.list('.');
  const contents = await Promise.all(uris.map((uri) => resources.read(uri)));
  expect(contents.map(({ uri }) => uri)).toEqual(uris);
});

test('a list has the first files in order, and no more than the limit', async () => {
  const all = await new FileResources({ roots: [root] }).list('.');
  expect(await new FileResources({ roots: [root], maxEntries: 3 }).list('.')).toEqual(all.slice(0, 3));

  const names = Array.from({ length: 1001 }, (_, index) => `${String(index).padStart(4, '0')}.txt`);
  await mkdir(join(root, 'many'));
  await Promise.all(names.map((name) => writeFile(join(root, 'many', name), '')));
  const many = await new FileResources({ roots: [root] }).list('many');
  expect(many).toEqual(names.slice(0, 1000).map((name) => uriOf(`many/${name}`)));
});

test('an empty folder is an empty list', async () => {
  await mkdir(join(root, 'empty'));
  expect(await new FileResources({ roots: [root] }).list('empty')).toEqual([]);
});

function uriOf(path: string): string {
  return pathToFileURL(join(root, path)).href;
}
