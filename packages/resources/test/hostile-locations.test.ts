import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';
import { failure, publicPart } from './support/failure.ts';
import { listed } from './support/listed.ts';
import { HostileFolder } from './support/hostile-folder.ts';
import { HOSTILE_LOCATIONS } from './support/hostile-locations.ts';

let folder: HostileFolder;
let resources: FileResources;

beforeAll(async () => {
  folder = await HostileFolder.create();
  resources = new FileResources({ roots: [folder.root] });
});

afterAll(() => folder.remove());

test.each(HOSTILE_LOCATIONS)('FileResources does not read, describe, watch or complete %j', async (pattern) => {
  const location = folder.at(pattern);
  const asked = [resources.read(location), resources.describe(location), resources.watch(location, () => {})];
  for (const error of await Promise.all(asked.map(failure))) {
    expect(error).toBeInstanceOf(NotFoundError);
    expect(publicPart(error)).toEqual(publicPart(new NotFoundError('resource', location)));
    expect(error.cause).toBeDefined();
  }
  const served = ['folder/inner.txt', 'notes.md'].flatMap((path) => [path, folder.at(`file://{root}/${path}`)]);
  const suggestions = await resources.complete(location);
  expect(suggestions.filter((each) => !served.includes(each) || !each.startsWith(location))).toEqual([]);
});

test.each([
  '..',
  'folder/..',
  'folder-up',
  'folder-top',
  '.git',
  'git',
  '/',
  'file:///',
  'pipe',
  'zero',
  'loop',
  'notes.md',
])('FileResources does not list %j', async (pattern) => {
  const error = await failure(listed(resources, { under: folder.at(pattern) }));
  expect(publicPart(error)).toEqual(publicPart(new NotFoundError('resource', folder.at(pattern))));
});

test('FileResources reads a file by a valid relative path, absolute path or file: URI', async () => {
  const uri = pathToFileURL(join(folder.root, 'notes.md')).href;
  const honest = [
    'notes.md',
    './notes.md',
    'folder-up/root/notes.md',
    folder.at('{root}/notes.md'),
    uri,
    uri.replace('file://', 'file:'),
  ];
  const contents = await Promise.all(honest.map((location) => resources.read(location)));
  expect(await Promise.all(honest.map((location) => resources.describe(location)))).toEqual(
    honest.map(() => ({ uri, name: 'notes.md', mimeType: 'text/markdown', size: 5 })),
  );
  expect(contents).toEqual(honest.map(() => ({ uri, mimeType: 'text/markdown', text: 'notes' })));
});
