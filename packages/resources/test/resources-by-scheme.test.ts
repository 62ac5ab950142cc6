import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError, ResourceReader } from '@cuecard/core';
import { FileResources, MemoryResources, ResourcesByScheme } from '@cuecard/resources';
import { listed } from './support/listed.ts';

class Clock extends ResourceReader {
  read = async (uri: string) => ({ uri, mimeType: 'text/plain', text: 'noon' });
}

let root: string;
let files: FileResources;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-schemes-')));
  await mkdir(join(root, 'in'));
  await writeFile(join(root, 'a.md'), 'a');
  await writeFile(join(root, 'in', 'b.md'), 'b');
  files = new FileResources({ roots: [root] });
});

afterAll(() => rm(root, { recursive: true }));

const all = () => {
  const memory = new MemoryResources(
    ['note:1', 'memo:2', 'memo:1', 'git+x:1', 'other:1'].map((uri) => ({ uri, text: uri })),
  );
  return {
    memory,
    resources: new ResourcesByScheme({ note: memory, memo: memory, file: files, 'git+x': memory, git: new Clock() }),
  };
};

test('ResourcesByScheme uses the reader for the scheme of a URI, in any case', async () => {
  const { resources } = all();
  const uri = pathToFileURL(join(root, 'a.md')).href;
  const a = { uri, mimeType: 'text/markdown', text: 'a' };
  expect(await resources.read(uri)).toEqual(a);
  expect(await resources.read(uri.replace('file', 'FILE'))).toEqual(a);
  expect(await resources.embed(uri)).toEqual({ type: 'resource', resource: a });
  expect(await resources.describe(uri)).toEqual(await files.describe(uri));
  expect(await resources.link('git:time')).toEqual({
    type: 'resource_link',
    uri: 'git:time',
    name: 'time',
    mimeType: 'text/plain',
    size: 4,
  });
});

test('ResourcesByScheme uses the first reader for locations without a scheme', async () => {
  const resources = new ResourcesByScheme({ file: files, memo: new MemoryResources() });
  expect(await resources.read('in/b.md')).toEqual(await files.read('in/b.md'));
  expect(await resources.describe('in/b.md')).toEqual(await files.describe('in/b.md'));
  expect(await resources.complete('in')).toEqual(['in/b.md']);
  expect(await listed(resources, { under: 'in' })).toEqual(await listed(files, { under: 'in' }));
  await expect(all().resources.read('in/b.md')).rejects.toThrow(NotFoundError);
});

test('ResourcesByScheme.list merges all lists by URI, and continues after any URI', async () => {
  const { resources } = all();
  const uris = (await listed(resources)).map(({ uri }) => uri);
  const [a, b] = ['a.md', 'in/b.md'].map((path) => pathToFileURL(join(root, path)).href);
  expect(uris).toEqual([a, b, 'git+x:1', 'memo:1', 'memo:2', 'note:1']);
  expect(uris.toSorted()).toEqual(uris);
  for (const after of [...uris, '', 'a', 'file', 'file:', 'git', 'git:now', 'memo:', 'memo:10', 'zebra:']) {
    const rest = (await listed(resources, { after })).map(({ uri }) => uri);
    expect([after, rest]).toEqual([after, uris.filter((uri) => uri > after)]);
  }
});

test('ResourcesByScheme.list uses the reader for the scheme of `under`', async () => {
  const { resources } = all();
  const uris = async (under: string, after?: string) =>
    (await listed(resources, { under, after })).map(({ uri }) => uri);
  const folder = pathToFileURL(join(root, 'in')).href;
  expect(await uris(folder)).toEqual([`${folder}/b.md`]);
  expect(await uris(folder, `${folder}/b.md`)).toEqual([]);
  expect(await uris('memo:', 'memo:1')).toEqual(['memo:2']);
  expect(await uris('memo:', 'a')).toEqual(['memo:1', 'memo:2']);
  expect(await uris('memo:', 'note:')).toEqual([]);
  await expect(uris('gopher:')).rejects.toThrow(NotFoundError);
});

test('ResourcesByScheme.templates merges the templates, and calls each reader once', () => {
  const resources = new ResourcesByScheme({ file: files, git: new Clock(), folder: files });
  expect(resources.templates).toEqual(files.templates);
});

test('ResourcesByScheme.complete uses the reader for the typed scheme', async () => {
  const { resources } = all();
  expect(await resources.complete('memo:')).toEqual(
    await new MemoryResources([
      { uri: 'memo:1', text: '' },
      { uri: 'memo:2', text: '' },
    ]).complete(''),
  );
  expect(await resources.complete('file:')).toEqual(await files.complete('file:'));
  expect(await resources.complete('gopher:')).toEqual([]);
});

test('ResourcesByScheme treats an unknown scheme as missing, and logs the known schemes', async () => {
  const { resources } = all();
  const asked = [resources.read('gopher:x'), resources.describe('gopher:x'), resources.watch?.('gopher:x', () => {})];
  for (const outcome of await Promise.allSettled(asked)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: new NotFoundError('resource', 'gopher:x') });
    expect((outcome as PromiseRejectedResult).reason.cause).toEqual(
      new Error('No reader has the scheme of this URI. The schemes with a reader are: note, memo, file, git+x, git'),
    );
  }
});

test('ResourcesByScheme.watch reports changes only from readers that can watch', async () => {
  const { memory, resources } = all();
  const told: string[] = [];
  const ends = await Promise.all(['memo:1', 'git:time'].map((uri) => resources.watch?.(uri, () => told.push(uri))));
  memory.set({ uri: 'memo:1', text: 'new' });
  await Promise.resolve();
  expect(told).toEqual(['memo:1']);
  for (const end of ends) end?.();
});

test('ResourcesByScheme has no watch method if none of the readers has a watch method', () => {
  expect(new ResourcesByScheme({ git: new Clock() }).watch).toBeUndefined();
});

test.each(['', 'File', 'file:', '1st', 'a b', '__proto__x'])('ResourcesByScheme rejects the scheme %j', (scheme) => {
  const message = `ResourcesByScheme: "${scheme}" is not a URI scheme. Write the scheme in lower case, without the colon.`;
  expect(() => new ResourcesByScheme({ memo: files, [scheme]: files })).toThrow(new TypeError(message));
});

test('ResourcesByScheme requires a reader', () => {
  const message = 'ResourcesByScheme needs at least one reader. Pass readers by scheme: { docs: reader }.';
  expect(() => new ResourcesByScheme({})).toThrow(new TypeError(message));
});
