import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { FileResources } from '@cuecard/resources';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';
import { anyCharacter } from '../../core/test/support/characters.ts';
import { HostileFolder } from './support/hostile-folder.ts';
import { HOSTILE_LOCATIONS } from './support/hostile-locations.ts';
import { listed } from './support/listed.ts';

let folder: HostileFolder;
let resources: FileResources;

beforeAll(async () => {
  folder = await HostileFolder.create();
  resources = new FileResources({ roots: [folder.root], as: 'policy://' });
});

afterAll(() => folder.remove());

const HOSTILE = [
  ...HOSTILE_LOCATIONS.map((location) => location.replace('file://{root}/', 'policy://')),
  ...HOSTILE_LOCATIONS.filter((location) => location.startsWith('file:')),
  'policy:notes.md',
  'policy:/notes.md',
  'policy:///notes.md',
  'policy:////notes.md',
  'policy://./notes.md',
  'policy://folder/./inner.txt',
  'policy://folder//inner.txt',
  'policy://%2fetc/passwd',
  'policy://{root}/notes.md',
  'policy://%2Fnotes.md',
  'policy://notes.md%2500',
  'policy://..',
  'policy://../secret.txt',
  'policy://folder/..%5c..%5csecret.txt',
  'Policy://..%2Fsecret.txt',
  'POLICY://../secret.txt',
  'policy2://notes.md',
  'policy%3A//notes.md',
  'policy://notes.md:stream',
  '{root}/notes.md',
  'file://{root}/notes.md',
];

test.each(HOSTILE)('FileResources rejects %j in read, describe and watch', async (pattern) => {
  const location = folder.at(pattern);
  const expected = new NotFoundError('resource', location);
  const calls = [resources.read(location), resources.describe(location), resources.watch(location, () => {})];
  for (const error of await Promise.all(calls.map((each) => each.then(String, (reason: unknown) => reason)))) {
    expect(error).toEqual(expected);
    expect((error as NotFoundError).data).toEqual(expected.data);
  }
});

const SERVED: Readonly<Record<string, string>> = { 'policy://notes.md': 'notes', 'policy://folder/inner.txt': 'inner' };
const CONTENTS = Object.entries(SERVED).map(([uri, text]) => {
  return { uri, mimeType: uri.endsWith('.md') ? 'text/markdown' : 'text/plain', text };
});
const PARTS = [
  '..',
  '.',
  '/',
  '\\',
  '%2e',
  '%2E',
  '%2f',
  '%5c',
  '%00',
  '%25',
  '?',
  '#',
  ':',
  '@',
  '\0',
  '\n',
  ';',
  '~',
];
const WORDS = [
  'notes.md',
  'folder',
  'inner.txt',
  'secret.txt',
  '.git',
  'config',
  'folder-up',
  'root',
  'link-up',
  'etc',
];
const part = fc.oneof(
  fc.constantFrom(...PARTS, ...WORDS),
  fc.string({ unit: anyCharacter, maxLength: 3 }),
  fc.string({ maxLength: 5 }).map(encodeURIComponent),
);
const starts = ['policy://', 'policy://', 'policy://folder/', 'POLICY://', 'policy:', 'policy:/', 'file://', ''];
const uris = fc
  .tuple(fc.constantFrom(...starts), fc.array(part, { maxLength: 6 }))
  .map(([start, parts]) => start + parts.join(''));

test('FileResources.read returns a listed file or nothing for any URI', async () => {
  expect((await listed(resources)).map(({ uri }) => uri)).toEqual(Object.keys(SERVED).toSorted());
  await fc.assert(
    fc.asyncProperty(uris, async (uri) => {
      const answer = await resources.read(uri).catch((reason: unknown) => reason);
      expect([new NotFoundError('resource', uri), ...CONTENTS]).toContainEqual(answer);
    }),
    { numRuns: runs(10_000), examples: Object.keys(SERVED).map((uri) => [uri]) },
  );
});

const name = fc
  .oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }),
    fc.string({ minLength: 1, maxLength: 40 }),
    fc
      .array(fc.constantFrom(...PARTS, 'a', 'B', '%', 'ü', ' '), { minLength: 1, maxLength: 8 })
      .map((all) => all.join('')),
  )
  .filter((each) => !/[\0/\uFFFD]|^\.{1,2}$|^(?:\.git|node_modules)$/i.test(each) && !/\p{Cs}/u.test(each));

const ODD_NAMES = [
  'a ',
  ' ',
  '\u0001',
  '..a',
  '...',
  '%2e%2e',
  '%',
  'a\\b',
  '\\..\\',
  'a:b',
  'me@a',
  'a?b#c',
  'a\n',
  '{+path}',
];

const PREFIXES = [undefined, 'policy://', 'kb://policies/', 'kb:/'];

test('FileResources lists a file of any name under a URI that can be read', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-names-')));
  const examples = ODD_NAMES.map((oddName, at): [string | undefined, string] => [
    PREFIXES[at % PREFIXES.length],
    oddName,
  ]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PREFIXES), name, async (as, fileName) => {
      const options = { roots: [root], ...(as !== undefined && { as }), ignore: { patterns: ['!*'] } };
      const reader = new FileResources(options);
      await writeFile(join(root, fileName), fileName);
      const list = await listed(reader);
      expect(list.map((resource) => resource.name)).toEqual([fileName]);
      const [uri = ''] = list.map((resource) => resource.uri);
      expect(new URL(uri).href).toBe(uri);
      expect(await reader.read(uri)).toMatchObject({ uri, text: fileName.replace(/^\uFEFF/, '') });
      expect(await reader.describe(uri)).toEqual(list[0]);
      expect(await reader.complete(uri)).toEqual([uri]);
      await rm(join(root, fileName));
    }),
    { numRuns: examples.length + runs(600), examples },
  );
  await rm(root, { recursive: true });
});
