import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePack, Runtime, type ResourceReader } from '@cuecard/core';
import { FileResources, GitResources, HttpResources, MemoryResources, ResourcesByScheme } from '@cuecard/resources';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const logger = { error() {}, warn() {} };
const pack = (name: string, resources: ResourceReader) => definePack({ name, version: '1.0.0', resources });

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuecard-together-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('ResourceReader.accepts returns true only for URIs of its own kind', async () => {
  const memory = new MemoryResources([{ uri: 'memo:a', text: 'A' }]);
  const readers: readonly ResourceReader[] = [
    memory,
    new FileResources({ roots: [folder] }),
    new FileResources({ roots: [folder], as: 'policy://' }),
    new GitResources({ repository: folder }),
    new HttpResources({ origins: ['https://example.com'] }),
    new ResourcesByScheme({ memo: memory }),
  ];
  const uris = [
    'memo:a',
    'memo:b',
    `file://${folder}/a.md`,
    'a.md',
    'policy://a.md',
    'git:/log/1',
    'https://example.com/',
  ];
  expect(readers.map((reader) => uris.filter((uri) => reader.accepts(uri)))).toEqual([
    ['memo:a'],
    [`file://${folder}/a.md`, 'a.md'],
    ['a.md', 'policy://a.md'],
    ['git:/log/1'],
    ['https://example.com/'],
    ['memo:a', 'memo:b', 'a.md'],
  ]);
});

test('Runtime.resources lists and reads the resources of several packs together', async () => {
  await writeFile(join(folder, 'refunds.md'), '# Refunds');
  const memory = new MemoryResources([{ uri: 'memo:a', text: 'A' }]);
  const prompts = [pack('files', new FileResources({ roots: [folder], as: 'policy://' })), pack('notes', memory)];
  const { resources } = new Runtime({ prompts, logger });
  expect((await resources?.list())?.resources.map(({ uri }) => uri)).toEqual(['policy://refunds.md', 'memo:a']);
  expect(await resources?.read({ uri: 'policy://refunds.md' })).toEqual({
    contents: [{ uri: 'policy://refunds.md', mimeType: 'text/markdown', text: '# Refunds' }],
  });
});

test('MemoryResources.watchList reports added and removed, but not replaced resources', async () => {
  const memory = new MemoryResources([{ uri: 'memo:a', text: 'A' }]);
  let changes = 0;
  const end = memory.watchList(() => (changes += 1));
  memory.set({ uri: 'memo:a', text: 'B' });
  memory.set({ uri: 'memo:b', text: 'B' });
  memory.delete('memo:a');
  memory.delete('memo:a');
  await Promise.resolve();
  expect(changes).toBe(2);
  end();
  memory.delete('memo:b');
  await Promise.resolve();
  expect(changes).toBe(2);
});
