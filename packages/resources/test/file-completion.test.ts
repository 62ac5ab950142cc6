import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FileResources } from '@cuecard/resources';
import * as fc from 'fast-check';

const FILES = ['a b.md', 'a/1.md', 'a/2.md', 'a/b/3.md', 'src/index.ts', 'src/inner/x.ts', 'src/öl.ts', 'srcery.md'];
const HIDDEN = ['.git/HEAD', '.Git/HEAD', 'node_modules/x.js', 'src/node_modules/y.js'];

let base: string;
let root: string;
let resources: FileResources;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-complete-')));
  root = join(base, 'root');
  for (const path of [...FILES, ...HIDDEN, '../secret.txt', '../root-2/secret.txt']) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), '');
  }
  await symlink('..', join(root, 'up'));
  resources = new FileResources({ roots: [root] });
});

afterAll(() => rm(base, { recursive: true }));

test.each([
  ['', FILES],
  ['a', ['a b.md', 'a/1.md', 'a/2.md', 'a/b/3.md']],
  ['a/', ['a/1.md', 'a/2.md', 'a/b/3.md']],
  ['a ', ['a b.md']],
  ['src/in', ['src/index.ts', 'src/inner/x.ts']],
  ['src/ö', ['src/öl.ts']],
  ['src/index.ts', ['src/index.ts']],
  ['src/index.ts/', []],
  ['SRC', []],
  ['nothing', []],
])('FileResources.complete suggests for %j the paths %j', async (typed, paths) => {
  expect((await resources.complete(typed)).toSorted()).toEqual(paths.toSorted());
});

test('FileResources.complete suggests URIs, sorted like a list, if a URI is typed', async () => {
  const all = FILES.map(uriOf).toSorted();
  for (const typed of ['file:', 'file:/', 'file:///', uriOf('').slice(0, -7), uriOf('')]) {
    expect([typed, await resources.complete(typed)]).toEqual([typed, all]);
  }
  expect(await resources.complete(uriOf('src/in'))).toEqual(['src/index.ts', 'src/inner/x.ts'].map(uriOf));
  expect(await resources.complete(`${uriOf('')}src/%C3`)).toEqual([uriOf('src/öl.ts')]);
});

test.each([
  '..',
  '../',
  '../s',
  'a/../',
  'up/',
  'up/secret',
  '/',
  '/etc/pass',
  '%2e%2e/',
  'src/%69n',
  'a\0',
  '.git/',
  '.Git/',
  '~/',
])('FileResources.complete suggests nothing for %j', async (typed) => {
  expect(await resources.complete(typed)).toEqual([]);
  expect(await resources.complete(`${pathToFileURL(root).href}/${typed}`)).toEqual([]);
});

test.each(['file:///etc/pass', 'file://localhost/', 'file:////', 'FILE:///', 'file:///%2e%2e/', 'file:///\0'])(
  'FileResources.complete suggests nothing for the URI %j',
  async (typed) => {
    expect(await resources.complete(typed)).toEqual([]);
    expect(await resources.complete(`${pathToFileURL(root).href}-2/`)).toEqual([]);
  },
);

test('FileResources.complete suggests exactly the served files that start with any typed text', async () => {
  const served = new Set([...FILES, ...FILES.map(uriOf)]);
  const start = fc.constantFrom('', 'src/', 'a', 'file:', pathToFileURL(base).href, `${pathToFileURL(root).href}/`);
  const typed = fc.tuple(start, fc.string({ maxLength: 4 })).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(typed, async (prefix) => {
      const suggestions = await resources.complete(prefix);
      expect(suggestions.filter((each) => !each.startsWith(prefix) || !served.has(each))).toEqual([]);
      expect(suggestions).toHaveLength(
        [...served].filter((each) => each.startsWith(prefix) && isUri(each) === isUri(prefix)).length,
      );
    }),
  );
});

test('FileResources.complete suggests paths of all roots, each path once', async () => {
  await mkdir(join(base, 'other', 'a'), { recursive: true });
  await writeFile(join(base, 'other', 'a', '1.md'), '');
  await writeFile(join(base, 'other', 'a', '1a.md'), '');
  const roots = [root, join(base, 'other'), join(root, 'a')];
  const several = new FileResources({ roots });
  expect(await several.complete('a/')).toEqual(['a/1.md', 'a/1a.md', 'a/2.md', 'a/b/3.md']);
  expect(await several.complete('1')).toEqual(['1.md']);
  expect((await several.complete(uriOf('a/'))).length).toBe(3);
});

test('FileResources.complete suggests at most the first hundred files', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `${String(index).padStart(3, '0')}.txt`);
  await mkdir(join(base, 'many'));
  await Promise.all(names.map((name) => writeFile(join(base, 'many', name), '')));
  const many = new FileResources({ roots: [join(base, 'many')] });
  expect(await many.complete('')).toEqual(names.slice(0, 101));
  expect(await many.complete('file:')).toHaveLength(101);
});

function isUri(text: string): boolean {
  return text.startsWith('file:');
}

function uriOf(path: string): string {
  return pathToFileURL(join(root, path)).href + (path === '' ? '/' : '');
}
