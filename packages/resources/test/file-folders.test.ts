import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NotFoundError, RequestError, Runtime } from '@cuecard/core';
import { FileResources, type FileResourcesOptions } from '@cuecard/resources';
import { listed } from './support/listed.ts';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-folders-')));
  for (const folder of ['a/inner', 'empty', '.ssh', 'node_modules/x'])
    await mkdir(join(root, folder), { recursive: true });
  for (const file of ['a/1.txt', 'a/inner/2.txt', 'a/.env', 'b.txt', '.ssh/id', 'node_modules/x/y.js'])
    await writeFile(join(root, file), 'text');
});

afterAll(() => rm(root, { recursive: true }));

const served = (options: Partial<FileResourcesOptions> = {}) =>
  new FileResources({ roots: [root], as: 'docs://all/', folders: true, ...options });
const folder = (path: string) => ({ uri: `docs://all/${path}/`, name: path, mimeType: 'inode/directory' });
const file = (path: string) => ({ uri: `docs://all/${path}`, name: path, mimeType: 'text/plain', size: 4 });

describe('FileResources folders', () => {
  test('lists folders with their MIME type, except ignored folders', async () => {
    expect(await listed(served())).toEqual([
      folder('a'),
      file('a/1.txt'),
      folder('a/inner'),
      file('a/inner/2.txt'),
      file('b.txt'),
      folder('empty'),
    ]);
    expect(await listed(served(), { brief: true, after: 'docs://all/a/inner/' })).toEqual([
      { uri: 'docs://all/a/inner/2.txt', name: 'a/inner/2.txt' },
      { uri: 'docs://all/b.txt', name: 'b.txt' },
      { uri: 'docs://all/empty/', name: 'empty' },
    ]);
  });

  test('reads a folder as the URIs of its files and folders', async () => {
    const read = (path: string) => served().read(path);
    expect(await read('docs://all/a/')).toEqual({
      uri: 'docs://all/a/',
      mimeType: 'inode/directory',
      text: 'docs://all/a/1.txt\ndocs://all/a/inner/',
    });
    expect(await read('docs://all/empty')).toEqual({ uri: 'docs://all/empty/', mimeType: 'inode/directory', text: '' });
    expect(await served().describe('docs://all/a/inner')).toEqual(folder('a/inner'));
    await expect(read('docs://all/.ssh/')).rejects.toThrow(NotFoundError);
    await expect(read('docs://all/none/')).rejects.toThrow(NotFoundError);
    await expect(served({ maxBytes: 10 }).read('docs://all/a/')).rejects.toThrow(RequestError);
  });

  test('lists each folder once, across several pages', async () => {
    const { resources } = new Runtime({ resources: [served()], pageSize: 1 });
    const uris: string[] = [];
    for (let params = {}; ;) {
      const page = await resources?.list(params);
      uris.push(...(page?.resources ?? []).map(({ uri }) => uri));
      if (page?.nextCursor === undefined) break;
      params = { cursor: page.nextCursor };
    }
    expect(uris).toEqual((await listed(served())).map(({ uri }) => uri));
    expect((await resources?.read({ uri: 'docs://all/empty/' }))?.contents).toEqual([
      { uri: 'docs://all/empty/', mimeType: 'inode/directory', text: '' },
    ]);
  });

  test('is false by default', async () => {
    const files = new FileResources({ roots: [root], as: 'docs://all/' });
    expect((await listed(files)).map(({ uri }) => uri)).toEqual(
      ['a/1.txt', 'a/inner/2.txt', 'b.txt'].map((path) => `docs://all/${path}`),
    );
    await expect(files.read('docs://all/a/')).rejects.toThrow(NotFoundError);
  });
});
