import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ListOptions, ListedResource } from '@cuecard/core';
import { FileResources } from '../build/index.js';
import { sortsAfter, listFiles } from '../build/files/file-walk.js';
import { fileUris } from '../build/files/file-uris.js';
import { openFolder, type FolderEntry } from '../build/files/folder.js';
import { ignorePatterns } from '../build/files/folder-rules.js';
import { Roots } from '../build/files/roots.js';
import { listed } from './support/listed.ts';

const SERVED = ['a b/1.txt', 'a-b/1.txt', 'a/2.txt', 'a/z/1.txt', 'a.txt', 'B.txt', 'ä.txt', 'src/index.ts'];
const SKIPPED = ['.git/HEAD', 'node_modules/x/index.js', 'a/node_modules/y.js', 'a/.git/HEAD', '.GIT/HEAD'];

let base: string;
let root: string;
let resources: FileResources;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-list-')));
  root = join(base, 'root');
  await write([...SERVED, ...SKIPPED]);
  await symlink('a', join(root, 'link-to-folder'));
  await symlink('..', join(root, 'a', 'up'));
  await symlink('a.txt', join(root, 'link-to-file'));
  resources = new FileResources({ roots: [root] });
});

afterAll(() => rm(base, { recursive: true }));

test('FileResources lists the URI, relative path, MIME type and size of a file', async () => {
  expect(await listed(resources, { under: 'src' })).toEqual([
    { uri: uriOf('src/index.ts'), name: 'src/index.ts', mimeType: 'text/plain', size: 12 },
  ]);
});

test('FileResources lists all files below a folder, without links, repositories and installed packages', async () => {
  const all = SERVED.map(uriOf).toSorted();
  const askedFor = [undefined, '.', '', pathToFileURL(root).href, `${pathToFileURL(root).href}/`];
  const lists = await Promise.all(askedFor.map((under) => uris({ under })));
  expect(lists).toEqual(askedFor.map(() => all));
  expect(await uris({ under: 'a' })).toEqual(['a/2.txt', 'a/z/1.txt'].map(uriOf));
  expect(await uris({ under: uriOf('a/z') })).toEqual([uriOf('a/z/1.txt')]);
});

test('FileResources lists the same entries that describe and link return', async () => {
  const list = await listed(resources);
  const contents = await Promise.all(list.map(({ uri }) => resources.read(uri)));
  expect(contents.map(({ uri, mimeType }) => ({ uri, mimeType }))).toEqual(
    list.map(({ uri, mimeType }) => ({ uri, mimeType })),
  );
  expect(await Promise.all(list.map(({ uri }) => resources.describe(uri)))).toEqual(list);
  expect(await Promise.all(list.map(({ name }) => resources.link(name)))).toEqual(
    list.map((resource) => ({ type: 'resource_link', ...resource })),
  );
});

test('FileResources continues a list after any file, even a deleted file', async () => {
  const all = SERVED.map(uriOf).toSorted();
  const gone = [
    uriOf('a/'),
    uriOf('a/2'),
    uriOf('a/zz.txt'),
    uriOf('a.txt0'),
    uriOf('b'),
    'file:',
    'git:',
    'zebra',
    '',
  ];
  for (const after of [...all, ...gone]) {
    expect([after, await uris({ after })]).toEqual([after, all.filter((uri) => uri > after)]);
  }
  expect(await uris({ under: 'a', after: uriOf('a/2.txt') })).toEqual([uriOf('a/z/1.txt')]);
});

test('FileResources lists lazily, and ends a list that starts after the last entry', async () => {
  const pages: string[][] = [];
  for (let after: string | undefined; pages.length < 10; after = pages.at(-1)?.at(-1)) {
    const page: string[] = [];
    for await (const { uri } of resources.list({ after })) {
      page.push(uri);
      if (page.length === 3) break;
    }
    if (page.length === 0) break;
    pages.push(page);
  }
  const all = SERVED.map(uriOf).toSorted();
  expect(pages).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
});

test('FileResources lists the files of all roots in order, each once, even if roots are nested', async () => {
  const served = [
    'two/b.txt',
    'two/d/e.txt',
    'one/c.txt',
    'one/f/g.txt',
    'one/node_modules/x/h.js',
    'one/.git/hooks/i',
  ];
  await write(served.map((path) => `../${path}`));
  const roots = ['two', 'one/f', 'one', 'one/node_modules/x', 'one', 'one/.git/hooks', 'two/d'].map((path) =>
    join(base, path),
  );
  const several = new FileResources({ roots });
  const list = await listed(several);
  expect(list.map(({ uri }) => uri)).toEqual(served.map((path) => uriOf(`../${path}`)).toSorted());
  expect(list.map(({ name }) => name)).toEqual(['i', 'c.txt', 'g.txt', 'node_modules/x/h.js', 'b.txt', 'd/e.txt']);
  expect(await listed(several, { after: list[2]?.uri })).toEqual(list.slice(3));
  expect(await Promise.all(list.map(({ uri }) => several.describe(uri)))).toEqual(list);
});

test('FileResources lists nothing without roots or in an empty folder', async () => {
  await mkdir(join(root, 'empty'));
  expect(await listed(new FileResources({ roots: [] }))).toEqual([]);
  expect(await listed(resources, { under: 'empty' })).toEqual([]);
});

test('FileResources omits unreadable files from a list', async () => {
  await write(['closed/no.txt', 'closed/yes.txt']);
  await chmod(join(root, 'closed', 'no.txt'), 0);
  // A URI cannot contain a name that is not UTF-8. Not all file systems allow such names.
  const unspeakable = Buffer.concat([Buffer.from(join(root, 'closed/')), Buffer.from([0x61, 0xff])]);
  if (process.platform === 'linux') await writeFile(unspeakable, '');
  const isAllowedAll = process.getuid?.() === 0;
  const readable = isAllowedAll ? ['closed/no.txt', 'closed/yes.txt'] : ['closed/yes.txt'];
  expect(await uris({ under: 'closed' })).toEqual(readable.map(uriOf));
});

test('FileResources does not read a folder whose files all precede the cursor', async () => {
  await write(['far/1/1.txt', 'far/2/a/1.txt', 'far/2/b/1.txt', 'far/2/b/2.txt', 'far/2/c.txt', 'far/3/1.txt']);
  const seen: string[] = [];
  const isAfter = sortsAfter(uriOf('far/2/b/1.txt'));
  const includes = (place: FolderEntry) => {
    seen.push(relative(join(root, 'far'), place.path));
    return isAfter(place);
  };
  const all: string[] = [];
  const far = join(root, 'far');
  const roots = new Roots(fileUris([far]), ignorePatterns());
  for await (const { uri } of listFiles([await openFolder(far, roots)], { uris: roots.uris, includes })) all.push(uri);
  expect(all).toEqual(['far/2/b/2.txt', 'far/2/c.txt', 'far/3/1.txt'].map(uriOf));
  expect(seen.toSorted()).toEqual(['', '1', '2', '2/a', '2/b', '2/b/1.txt', '2/b/2.txt', '2/c.txt', '3', '3/1.txt']);
});

test('FileResources has one template per root, which expands to readable URIs', async () => {
  const odd = join(base, 'odd {root} ?#');
  await mkdir(join(odd, 'in'), { recursive: true });
  await writeFile(join(odd, 'in', 'ü.txt'), 'read');
  const { templates } = new FileResources({ roots: [root, odd, root] });
  expect(templates).toEqual(
    [root, odd].map((folder) => ({
      uriTemplate: `${pathToFileURL(folder).href}/{+path}`,
      name: basename(folder),
      title: 'Files',
      description: `Files in ${basename(folder)}`,
    })),
  );
  const uri = templates[1]?.uriTemplate.replace('{+path}', encodeURI('in/ü.txt')) ?? '';
  expect(await new FileResources({ roots: [odd] }).read(uri)).toEqual({ uri, mimeType: 'text/plain', text: 'read' });
});

async function uris(options: ListOptions): Promise<string[]> {
  return (await listed(resources, options)).map(({ uri }: ListedResource) => uri);
}

async function write(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), path);
  }
}

function uriOf(path: string): string {
  return pathToFileURL(join(root, path)).href;
}

test('FileResources lists the same files, but only their URIs and names, if `brief` is set', async () => {
  const full = await listed(new FileResources({ roots: [import.meta.dirname] }));
  const brief = await listed(new FileResources({ roots: [import.meta.dirname] }), { brief: true });
  expect(brief).toEqual(full.map(({ uri, name }) => ({ uri, name })));
});
