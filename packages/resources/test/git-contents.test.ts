import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ListedResource, NotFoundError } from '@cuecard/core';
import { GitResources } from '@cuecard/resources';
import { listed } from './support/listed.ts';
import { type TestCommit, TestRepository } from './support/test-repository.ts';

const IMAGE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]);
const NAMES = ['-rf', 'a b[1]*.txt', 'a-b.txt', 'a/1.txt', 'a/z/2.txt', 'a.txt', 'B.txt', 'ä.md', '@types/x+y.ts'];

const FIRST = 'First words\n\nAnd a body.\n';
const COMMITS: readonly TestCommit[] = [
  {
    message: FIRST,
    ref: 'refs/heads/main',
    files: Object.fromEntries(NAMES.map((name) => [name, `${name}\n`])),
  },
  {
    message: 'Second',
    ref: 'refs/heads/main',
    files: { 'a.txt': 'changed\n', 'image.png': IMAGE },
    parents: [FIRST],
  },
  {
    message: 'Odd names',
    ref: 'refs/heads/odd',
    files: { ':(exclude)a.txt': 'magic\n', ':!a.txt': 'magic\n' },
    parents: ['Second'],
  },
];

let repository: TestRepository;
let resources: GitResources;
let first: string;
let second: string;

beforeAll(async () => {
  repository = await TestRepository.create();
  const ids = repository.import(COMMITS, {
    'refs/tags/v1.0': FIRST,
    'refs/heads/feature/x': 'Second',
    'refs/remotes/origin/main': 'Second',
  });
  [first, second] = [ids[FIRST] ?? '', ids['Second'] ?? ''];
  await repository.write('staged.txt', 'staged\n');
  repository.script('git read-tree HEAD; git add staged.txt');
  resources = new GitResources({ repository: repository.path });
});

afterAll(() => repository.remove());

describe('GitResources.read of a file', () => {
  test('returns the contents in a revision', async () => {
    for (const revision of ['HEAD%5E', 'refs%2Ftags%2Fv1.0']) {
      const uri = `git:/file/${revision}/a.txt`;
      expect(await resources.read(uri)).toEqual({ uri, mimeType: 'text/plain', text: 'a.txt\n' });
    }
  });

  test('determines the MIME type from the bytes', async () => {
    const uris = ['git:/file/HEAD/image.png', 'git:/file/origin%2Fmain/%C3%A4.md'];
    expect(await Promise.all(uris.map((uri) => resources.read(uri)))).toEqual([
      { uri: uris[0], mimeType: 'image/png', blob: IMAGE.toString('base64') },
      { uri: uris[1], mimeType: 'text/markdown', text: 'ä.md\n' },
    ]);
  });

  test.each([
    ['git:/file/odd/-rf', '-rf\n'],
    ['git:/file/odd/a%20b%5B1%5D*.txt', 'a b[1]*.txt\n'],
    ['git:/file/odd/:(exclude)a.txt', 'magic\n'],
    ['git:/file/odd/:!a.txt', 'magic\n'],
  ])('reads options, patterns and pathspec magic as file names: %s', async (uri, text) => {
    expect(await resources.read(uri)).toEqual({ uri, mimeType: 'text/plain', text });
  });

  test('returns the canonical URI', async () => {
    const { uri } = await resources.read('git:/file/%48EAD/%40types/x%2by.ts');
    expect(uri).toEqual('git:/file/HEAD/@types/x+y.ts');
  });
});

const CHANGE = ['diff --git a/a.txt b/a.txt', '--- a/a.txt', '+++ b/a.txt', '@@ -1 +1 @@', '-a.txt', '+changed', ''];

describe('GitResources.read of a diff', () => {
  test('returns the changes at a path', async () => {
    const uri = 'git:/diff/v1.0..feature%2Fx/a.txt';
    const diff = await resources.read(uri);
    expect({ ...diff, text: withoutIndex(diff) }).toEqual({ uri, mimeType: 'text/x-diff', text: CHANGE.join('\n') });
  });

  test('returns the changes of all files without a path', async () => {
    const diff = await resources.read('git:/diff/v1.0..main');
    expect(filesIn(diff)).toEqual(['diff --git a/a.txt b/a.txt', 'diff --git a/image.png b/image.png']);
  });

  test('reads pathspec magic in a path as a file name', async () => {
    const diff = await resources.read('git:/diff/main..odd/:!a.txt');
    expect(filesIn(diff)).toEqual(['diff --git a/:!a.txt b/:!a.txt']);
  });

  test('returns an empty text if there are no changes', async () => {
    const uri = 'git:/diff/v1.0..main/a';
    expect(await resources.read(uri)).toEqual({ uri, mimeType: 'text/x-diff', text: '' });
  });

  const added = ['diff --git a/staged.txt b/staged.txt', 'new file mode 100644', '--- /dev/null', '+++ b/staged.txt'];
  const STAGED = [...added, '@@ -0,0 +1 @@', '+staged', ''].join('\n');

  test.each(['git:/diff/staged', 'git:/diff/staged/staged.txt'])('returns staged changes: %s', async (uri) => {
    expect(withoutIndex(await resources.read(uri))).toEqual(STAGED);
  });

  test('returns staged changes before the first commit', async () => {
    const young = await TestRepository.create();
    await young.write('staged.txt', 'staged\n');
    young.git('add', 'staged.txt');
    const unborn = new GitResources({ repository: young.path });
    expect(withoutIndex(await unborn.read('git:/diff/staged'))).toEqual(STAGED);
    expect(await listed(unborn)).toEqual([]);
    await young.remove();
  });
});

/** Formats a commit like the log. */
function logEntry(id: string, ...lines: string[]): string {
  const author = ['Author: Ada <ada@example.com>', 'Date:   2026-01-02T03:04:05+00:00'];
  return [`commit ${id}`, ...author, '', ...lines, ''].join('\n');
}

describe('GitResources.read of a log', () => {
  const uri = 'git:/log/main';
  const newest = () => logEntry(second, '    Second');
  const oldest = () => logEntry(first, '    First words', '    ', '    And a body.');

  test('returns the newest commits first', async () => {
    const text = `${newest()}\n${oldest()}`;
    expect(await resources.read(uri)).toEqual({ uri, mimeType: 'text/plain', text });
    const size = Buffer.byteLength(text);
    expect(await resources.describe(uri)).toEqual({ uri, name: 'log main', mimeType: 'text/plain', size });
  });

  test('returns the commits that changed a path', async () => {
    expect(await resources.read('git:/log/main/a')).toMatchObject({ text: oldest() });
  });

  test('returns at most maxEntries commits', async () => {
    const short = new GitResources({ repository: repository.path, maxEntries: 1 });
    expect(await short.read(uri)).toMatchObject({ text: newest() });
  });
});

test('GitResources.describe returns the MIME type and size of the contents', async () => {
  const uris = ['git:/file/HEAD/image.png', 'git:/file/v1.0/a/1.txt', 'git:/diff/v1.0..main/a'];
  expect(await Promise.all(uris.map((uri) => resources.describe(uri)))).toEqual([
    { uri: uris[0], name: 'image.png', mimeType: 'image/png', size: 6 },
    { uri: uris[1], name: '1.txt', mimeType: 'text/plain', size: 8 },
    { uri: uris[2], name: 'diff v1.0..main a', mimeType: 'text/x-diff', size: 0 },
  ]);
});

describe('GitResources.list', () => {
  let entries: ListedResource[];
  let uris: string[];

  beforeAll(async () => {
    entries = await listed(resources);
    uris = entries.map(({ uri }) => uri);
  });

  test('sorts the files at HEAD by URI', () => {
    expect(uris).toEqual([...NAMES, 'image.png'].map((name) => `git:/file/HEAD/${encodedName(name)}`).toSorted());
  });

  test('returns the same entries as describe', async () => {
    const some = entries.filter(({ name }) => ['a b[1]*.txt', 'image.png'].includes(name));
    expect(await Promise.all(some.map(({ uri }) => resources.describe(uri)))).toEqual(some);
    expect(some).toHaveLength(2);
  });

  test('omits MIME types and sizes from a brief list', async () => {
    const brief = await listed(resources, { brief: true });
    expect(brief).toEqual(entries.map(({ uri, name }) => ({ uri, name })));
  });

  test('continues after any URI', async () => {
    const after = uris[4] ?? '';
    for (const start of [after, `${after}!`])
      expect((await listed(resources, { after: start, brief: true })).map(({ uri }) => uri)).toEqual(uris.slice(5));
  });

  test.each([
    ['git:/file/v1.0/a', ['git:/file/v1.0/a/1.txt', 'git:/file/v1.0/a/z/2.txt']],
    ['git:/file/v1.0/a/', ['git:/file/v1.0/a/1.txt', 'git:/file/v1.0/a/z/2.txt']],
    ['git:/file/v1.0', NAMES.map((name) => `git:/file/v1.0/${encodedName(name)}`).toSorted()],
  ])('lists the files under %s', async (under, expected) => {
    expect((await listed(resources, { under, brief: true })).map(({ uri }) => uri)).toEqual(expected);
  });

  test.each([
    'git:/file/HEAD/a.txt',
    'git:/file/HEAD/no',
    'git:/file/no',
    'git:/log/HEAD',
    'a',
    '',
    'git:/file/HEAD//',
  ])('rejects an `under` that is not a folder: %j', async (under) => {
    await expect(listed(resources, { under })).rejects.toEqual(new NotFoundError('resource', under));
  });
});

describe('GitResources.complete', () => {
  test.each([
    ['git:/file/f', ['git:/file/feature%2Fx/']],
    ['git:/log/v', ['git:/log/v1.0']],
    ['git:/diff/v1.0..o', ['git:/diff/v1.0..odd', 'git:/diff/v1.0..origin%2Fmain']],
    ['git:/diff/s', ['git:/diff/staged']],
  ])('suggests revisions for %s', async (prefix, expected) => {
    expect(await resources.complete(prefix)).toEqual(expected);
  });

  test.each([
    ['git:/file/v1.0/a/', ['git:/file/v1.0/a/1.txt', 'git:/file/v1.0/a/z/2.txt']],
    ['git:/diff/v1.0..main/im', ['git:/diff/v1.0..main/image.png']],
    ['git:/log/no/', []],
  ])('suggests files of a revision for %s', async (prefix, expected) => {
    expect(await resources.complete(prefix)).toEqual(expected);
  });

  test('suggests nothing for another scheme', async () => {
    expect(await resources.complete('http://')).toEqual([]);
  });

  test('suggests only URIs that can be read', async () => {
    const suggested = await resources.complete('git:/log/');
    expect(suggested.map((uri) => uri.slice('git:/log/'.length))).toEqual([
      'HEAD',
      'feature%2Fx',
      'main',
      'odd',
      'origin%2Fmain',
      'v1.0',
    ]);
    for (const uri of suggested.slice(0, 2)) expect(await resources.read(uri)).toMatchObject({ uri });
  });
});

test('GitResources.templates expand to readable URIs and name their MIME types', async () => {
  const values = { revision: 'v1.0', from: 'v1.0', to: 'main', '+path': 'a.txt' };
  const uris = resources.templates.map(({ uriTemplate }) =>
    Object.entries(values).reduce((uri, [name, value]) => uri.replace(`{${name}}`, value), uriTemplate),
  );
  const contents = await Promise.all(uris.map((uri) => resources.read(uri)));
  expect(contents.map(({ uri }) => uri)).toEqual(uris);
  expect(resources.templates.map(({ mimeType }) => mimeType ?? 'text/plain')).toEqual(
    contents.map(({ mimeType }) => mimeType),
  );
});

test('GitResources reads a bare repository, which has no staged files', async () => {
  const path = `${repository.base}/bare.git`;
  repository.git('clone', '-q', '--bare', '.', path);
  const bare = new GitResources({ repository: path });
  expect(await bare.read('git:/file/main/a.txt')).toMatchObject({ text: 'changed\n' });
  expect(withoutIndex(await bare.read('git:/diff/v1.0..main/a.txt'))).toEqual(CHANGE.join('\n'));
  await expect(bare.read('git:/diff/staged')).rejects.toEqual(new NotFoundError('resource', 'git:/diff/staged'));
});

function withoutIndex(contents: object): string {
  return 'text' in contents ? String(contents.text).replace(/^index .*\n/gm, '') : '';
}

function filesIn(diff: object): string[] {
  return withoutIndex(diff).match(/^diff .*/gm) ?? [];
}

function encodedName(name: string): string {
  return encodeURIComponent(name).replaceAll('%2F', '/').replaceAll('%40', '@').replaceAll('%2B', '+');
}
