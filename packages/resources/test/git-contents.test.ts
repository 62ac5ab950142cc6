import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { GitResources } from '@cuecard/resources';
import { listed } from './support/listed.ts';
import { TestRepository } from './support/test-repository.ts';

const IMAGE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]);
const NAMES = ['-rf', 'a b[1]*.txt', 'a-b.txt', 'a/1.txt', 'a/z/2.txt', 'a.txt', 'B.txt', 'ä.md', '@types/x+y.ts'];

let repository: TestRepository;
let resources: GitResources;
let first: string;
let second: string;

beforeAll(async () => {
  repository = await TestRepository.create();
  for (const name of NAMES) await repository.write(name, `${name}\n`);
  first = repository.commit('First words\n\nAnd a body.');
  repository.git('tag', 'v1.0');
  await repository.write('a.txt', 'changed\n');
  await repository.write('image.png', IMAGE);
  second = repository.commit('Second');
  repository.git('branch', 'feature/x');
  repository.git('remote', 'add', 'origin', 'https://example.com/');
  repository.git('update-ref', 'refs/remotes/origin/main', second);
  await repository.write(':(exclude)a.txt', 'magic\n');
  await repository.write(':!a.txt', 'magic\n');
  repository.git('checkout', '-q', '-b', 'odd');
  repository.commit('Odd names');
  repository.git('checkout', '-q', 'main');
  await repository.write('staged.txt', 'staged\n');
  repository.git('add', 'staged.txt');
  resources = new GitResources({ repository: repository.path });
});

afterAll(() => repository.remove());

test('a file is read as it was at a revision, with the type that its bytes have', async () => {
  const revisions = [
    'v1.0',
    'HEAD~1',
    'HEAD%5E',
    'main~',
    first,
    first.slice(0, 12),
    'feature%2Fx~1',
    'refs%2Ftags%2Fv1.0',
  ];
  for (const revision of revisions) {
    const uri = `git:/file/${revision}/a.txt`;
    expect(await resources.read(uri)).toEqual({ uri, mimeType: 'text/plain', text: 'a.txt\n' });
  }
  const uris = ['git:/file/HEAD/image.png', 'git:/file/feature%2Fx/a.txt', 'git:/file/origin%2Fmain/%C3%A4.md'];
  expect(await Promise.all(uris.map((uri) => resources.read(uri)))).toEqual([
    { uri: uris[0], mimeType: 'image/png', blob: IMAGE.toString('base64') },
    { uri: uris[1], mimeType: 'text/plain', text: 'changed\n' },
    { uri: uris[2], mimeType: 'text/markdown', text: 'ä.md\n' },
  ]);
});

test('names that are options, patterns or steps to git are names', async () => {
  const odd = [
    'git:/file/odd/-rf',
    'git:/file/odd/a%20b%5B1%5D*.txt',
    'git:/file/odd/:(exclude)a.txt',
    'git:/file/odd/:!a.txt',
  ];
  const texts = await Promise.all(odd.map((uri) => resources.read(uri)));
  expect(texts).toEqual(
    ['-rf\n', 'a b[1]*.txt\n', 'magic\n', 'magic\n'].map((text, index) => ({
      uri: odd[index],
      mimeType: 'text/plain',
      text,
    })),
  );
  const diff = await resources.read('git:/diff/main..odd/:!a.txt');
  expect('text' in diff && diff.text.match(/^diff .*/gm)).toEqual(['diff --git a/:!a.txt b/:!a.txt']);
});

test('URIs that mean the same are answered with one', async () => {
  const { uri } = await resources.read('git:/file/%48EAD/%40types/x%2by.ts');
  expect(uri).toEqual('git:/file/HEAD/@types/x+y.ts');
});

const CHANGE = ['diff --git a/a.txt b/a.txt', '--- a/a.txt', '+++ b/a.txt', '@@ -1 +1 @@', '-a.txt', '+changed', ''];

test('a diff says what has changed from one revision to another, in all or at one path', async () => {
  const uri = 'git:/diff/v1.0..feature%2Fx/a.txt';
  const diff = await resources.read(uri);
  expect({ ...diff, text: withoutIndex(diff) }).toEqual({ uri, mimeType: 'text/x-diff', text: CHANGE.join('\n') });
  expect(withoutIndex(await resources.read('git:/diff/v1.0..main'))).toContain('b/image.png');
  expect(await resources.read('git:/diff/v1.0..main/a')).toEqual({
    uri: 'git:/diff/v1.0..main/a',
    mimeType: 'text/x-diff',
    text: '',
  });
});

test('what is staged is a diff too, before the first commit as after it', async () => {
  const added = ['diff --git a/staged.txt b/staged.txt', 'new file mode 100644', '--- /dev/null', '+++ b/staged.txt'];
  const text = [...added, '@@ -0,0 +1 @@', '+staged', ''].join('\n');
  expect(withoutIndex(await resources.read('git:/diff/staged'))).toEqual(text);
  expect(withoutIndex(await resources.read('git:/diff/staged/staged.txt'))).toEqual(text);

  const young = await TestRepository.create();
  await young.write('staged.txt', 'staged\n');
  young.git('add', 'staged.txt');
  const unborn = new GitResources({ repository: young.path });
  expect(withoutIndex(await unborn.read('git:/diff/staged'))).toEqual(text);
  expect(await listed(unborn)).toEqual([]);
  await young.remove();
});

test('a log has the newest commits, up to its limit', async () => {
  const entry = (id: string, ...lines: string[]) =>
    [`commit ${id}`, 'Author: Ada <ada@example.com>', 'Date:   2026-01-02T03:04:05+00:00', '', ...lines, ''].join('\n');
  const newest = entry(second, '    Second');
  const oldest = entry(first, '    First words', '    ', '    And a body.');
  const uri = 'git:/log/main';
  expect(await resources.read(uri)).toEqual({ uri, mimeType: 'text/plain', text: `${newest}\n${oldest}` });
  expect(await resources.read('git:/log/main/a')).toMatchObject({ text: oldest });
  const short = new GitResources({ repository: repository.path, maxEntries: 1 });
  expect(await short.read(uri)).toMatchObject({ text: newest });
});

test('what is described is what would be read', async () => {
  const { length } = Buffer.from(((await resources.read('git:/log/main')) as { text: string }).text);
  const uris = ['git:/file/HEAD/image.png', 'git:/file/v1.0/a/1.txt', 'git:/log/main', 'git:/diff/v1.0..main/a'];
  expect(await Promise.all(uris.map((uri) => resources.describe(uri)))).toEqual([
    { uri: uris[0], name: 'image.png', mimeType: 'image/png', size: 6 },
    { uri: uris[1], name: '1.txt', mimeType: 'text/plain', size: 8 },
    { uri: uris[2], name: 'log main', mimeType: 'text/plain', size: length },
    { uri: uris[3], name: 'diff v1.0..main a', mimeType: 'text/x-diff', size: 0 },
  ]);
});

test('a list has the files at HEAD in the order of their URIs, and each is as described', async () => {
  const entries = await listed(resources);
  const uris = entries.map(({ uri }) => uri);
  expect(uris).toEqual([...NAMES, 'image.png'].map((name) => `git:/file/HEAD/${encodedName(name)}`).toSorted());
  expect(await Promise.all(uris.map((uri) => resources.describe(uri)))).toEqual(entries);
});

test('a list begins after any URI, and below any folder of any revision', async () => {
  const uris = (await listed(resources)).map(({ uri }) => uri);
  const after = uris[4] ?? '';
  expect((await listed(resources, { after })).map(({ uri }) => uri)).toEqual(uris.slice(5));
  expect((await listed(resources, { after: `${after}!` })).map(({ uri }) => uri)).toEqual(uris.slice(5));
  const below = ['git:/file/v1.0/a/1.txt', 'git:/file/v1.0/a/z/2.txt'];
  for (const under of ['git:/file/v1.0/a', 'git:/file/v1.0/a/']) {
    expect((await listed(resources, { under })).map(({ uri }) => uri)).toEqual(below);
  }
  expect((await listed(resources, { under: 'git:/file/v1.0' })).length).toBe(NAMES.length);
});

test.each(['git:/file/HEAD/a.txt', 'git:/file/HEAD/no', 'git:/file/no', 'git:/log/HEAD', 'a', '', 'git:/file/HEAD//'])(
  '%j is no place to list',
  async (under) => {
    await expect(listed(resources, { under })).rejects.toEqual(new NotFoundError('resource', under));
  },
);

test('a URI is completed by revisions first, then by the files that one has', async () => {
  expect(await resources.complete('git:/file/f')).toEqual(['git:/file/feature%2Fx/']);
  expect(await resources.complete('git:/log/v')).toEqual(['git:/log/v1.0']);
  expect(await resources.complete('git:/diff/v1.0..o')).toEqual([
    'git:/diff/v1.0..odd',
    'git:/diff/v1.0..origin%2Fmain',
  ]);
  expect(await resources.complete('git:/diff/')).toContain('git:/diff/staged');
  expect(await resources.complete('git:/file/v1.0/a/')).toEqual(['git:/file/v1.0/a/1.txt', 'git:/file/v1.0/a/z/2.txt']);
  expect(await resources.complete('git:/diff/v1.0..main/im')).toEqual(['git:/diff/v1.0..main/image.png']);
  expect(await resources.complete('git:/log/no/')).toEqual([]);
  expect(await resources.complete('http://')).toEqual([]);
  for (const uri of await resources.complete('git:/log/')) await resources.read(uri);
});

test('what completes and what is listed can be read, and the templates say all that can', async () => {
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

test('a bare repository is read, except for an index that it has not', async () => {
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

function encodedName(name: string): string {
  return encodeURIComponent(name).replaceAll('%2F', '/').replaceAll('%40', '@').replaceAll('%2B', '+');
}

test('a brief list has the same files in the same order, by URI and name', async () => {
  const full = await listed(resources);
  const brief = await listed(resources, { brief: true });
  expect(brief).toEqual(full.map(({ uri, name }) => ({ uri, name })));
});
