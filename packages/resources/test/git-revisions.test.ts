import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { GitResources, type GitResourcesOptions } from '@cuecard/resources';
import { listed } from './support/listed.ts';
import { TestRepository } from './support/test-repository.ts';

let repository: TestRepository;
let published: GitResources;
let any: GitResources;
/** The ids of commits, by what happened to them. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  repository = await TestRepository.create();
  ids['first'] = await commit('first');
  ids['amended'] = await commit('amended');
  repository.git('reset', '-q', '--hard', 'HEAD~');
  ids['main'] = await commit('main');
  repository.git('switch', '-q', '-c', 'feature/x');
  ids['feature'] = await commit('feature');
  repository.git('switch', '-q', '-c', 'gone', 'main');
  ids['gone'] = await commit('gone');
  repository.git('switch', '-q', '-c', 'tagged', 'main');
  ids['tagged'] = await commit('tagged');
  repository.git('tag', '-a', '-m', 'Annotated', 'v1.0', 'HEAD');
  repository.git('switch', '-q', 'main');
  repository.git('branch', '-q', '-D', 'gone', 'tagged');
  repository.git('update-ref', 'refs/remotes/origin/next', ids['feature']);
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/next');
  repository.git('update-ref', 'refs/notes/commits', ids['gone']);
  repository.git('update-ref', 'refs/heads/same', ids['first']);
  repository.git('update-ref', 'refs/tags/same', ids['main']);
  repository.git('update-ref', `refs/heads/${ids['gone'].slice(0, 12)}`, ids['first']);
  await repository.write('notes.txt', 'stashed');
  repository.git('stash', '-q');
  ids['stash'] = repository.git('rev-parse', 'stash').trim();
  repository.git('update-ref', 'ORIG_HEAD', ids['gone']);
  published = new GitResources({ repository: repository.path });
  any = new GitResources({ repository: repository.path, revisions: 'any' });
});

afterAll(() => repository.remove());

const NAMES = [
  ['HEAD', 'main'],
  ['HEAD~', 'first'],
  ['main', 'main'],
  ['main~1', 'first'],
  ['main^', 'first'],
  ['heads/main', 'main'],
  ['refs/heads/main', 'main'],
  ['feature/x', 'feature'],
  ['feature/x~2', 'first'],
  ['v1.0', 'tagged'],
  ['tags/v1.0', 'tagged'],
  ['refs/tags/v1.0~1', 'main'],
  ['origin/next', 'feature'],
  ['remotes/origin/next', 'feature'],
  ['origin', 'feature'],
  ['same', 'main'],
  ['heads/same', 'first'],
] as const;

test.each(NAMES)('the name %s is read, as git reads it', async (revision, text) => {
  expect(await textsAt(revision)).toEqual([text, text]);
});

test.each(['first', 'main', 'feature', 'tagged'])(
  'the id of %s is read, as a branch or tag leads to it',
  async (name) => {
    const id = ids[name] ?? '';
    const [whole, short] = [
      [id, id.slice(0, 12), id.slice(0, 20), id.toUpperCase()],
      [id.slice(0, 4), id.slice(0, 11)],
    ];
    const read = Promise.all([...whole, ...short].map((revision) => textAt(published, revision)));
    const readAnywhere = textAt(any, id.slice(0, 7));
    expect(await read).toEqual([...whole.map(() => name), ...short.map(() => 'nothing')]);
    expect(await readAnywhere).toBe(name);
  },
);

test.each(['amended', 'gone', 'stash'])('the id of what is %s is as if it were not there', async (name) => {
  const id = ids[name] ?? '';
  const text = name === 'stash' ? 'stashed' : name;
  const revisions = [id, `${id}~0`, id.slice(0, 20), `v1.0-1-g${id}`, `v1.0-1-g${id.slice(0, 12)}`];
  expect(await Promise.all(revisions.map(textsAt))).toEqual(revisions.map(() => ['nothing', text]));
});

test.each([
  ['stash', 'stashed'],
  ['stash^1', 'main'],
  ['refs/stash', 'stashed'],
  ['ORIG_HEAD', 'gone'],
  ['notes/commits', 'gone'],
  ['refs/notes/commits', 'gone'],
])('the name %s is read only where any revision may be', async (revision, text) => {
  expect(await textsAt(revision)).toEqual(['nothing', text]);
});

test('a branch whose name is the beginning of an id is that branch', async () => {
  const revision = ids['gone']?.slice(0, 12) ?? '';
  expect(await textsAt(revision)).toEqual(['first', 'first']);
});

test('a diff, a log and a list need published revisions too', async () => {
  const [first, gone] = [ids['first'] ?? '', ids['gone'] ?? ''];
  for (const uri of [
    `git:/diff/${first}..${gone}`,
    `git:/diff/${gone}..${first}`,
    `git:/log/${gone}`,
    'git:/log/stash',
  ])
    await expect(published.read(uri)).rejects.toEqual(new NotFoundError('resource', uri));
  expect(await published.read(`git:/diff/${first}..main`)).toMatchObject({ mimeType: 'text/x-diff' });
  const place = `git:/file/${gone}`;
  await expect(listed(published, { under: place })).rejects.toEqual(new NotFoundError('resource', place));
  expect(await published.complete(`git:/file/${gone}/`)).toEqual([]);
});

test('the parents that the log of a merge names can be asked for', async () => {
  repository.git('switch', '-q', '-c', 'merging', 'main');
  repository.git('merge', '-q', '--no-ff', '-s', 'ours', '-m', 'Merge', 'feature/x');
  const { text = '' } = (await published.read('git:/log/merging')) as { text?: string };
  const parents = /^Merge: (\w+) (\w+)$/m.exec(text)?.slice(1) ?? [];
  expect(await Promise.all(parents.map((parent) => textAt(published, parent)))).toEqual(['main', 'feature']);
  repository.git('switch', '-q', 'main');
});

test('the checked out commit is read as HEAD and by its id though no branch leads to it, as long as it is HEAD', async () => {
  const gone = ids['gone'] ?? '';
  repository.git('checkout', '-q', gone);
  await writeFile(join(repository.path, 'HEAD'), ''); // Which git must not take for a revision.
  for (const revision of ['HEAD', gone, gone.slice(0, 13)]) expect(await textAt(published, revision)).toBe('gone');
  await rm(join(repository.path, 'HEAD'));
  repository.git('switch', '-q', 'main');
  expect(await textAt(published, gone)).toBe('nothing');
});

test('while HEAD is a branch without commits, those of the others are read by their ids', async () => {
  repository.git('symbolic-ref', 'HEAD', 'refs/heads/empty');
  const texts = [await textAt(published, ids['feature'] ?? ''), await textAt(published, ids['gone'] ?? '')];
  repository.git('symbolic-ref', 'HEAD', 'refs/heads/main');
  expect(texts).toEqual(['feature', 'nothing']);
});

test('a remote with thousands of branches does not hide a tag of its name', async () => {
  const branches = Array.from(
    { length: 12_000 },
    (_, at) => `${ids['first']} refs/remotes/many/a-branch-with-a-name-${at}`,
  );
  repository.git('pack-refs', '--all');
  const packed = join(repository.path, '.git/packed-refs');
  // Without their first line git sorts them, so more of them can be put anywhere.
  const [, ...refs] = (await readFile(packed, 'utf8')).trimEnd().split('\n');
  await writeFile(packed, [...refs, ...branches, ''].join('\n'));
  repository.git('tag', 'many', 'v1.0');
  expect(await textAt(published, 'many')).toBe('tagged');
});

test('a scope of revisions that there is not is refused', () => {
  // @ts-expect-error There are two scopes.
  const options: GitResourcesOptions = { repository: repository.path, revisions: 'all' };
  expect(() => new GitResources(options)).toThrow(
    new TypeError("GitResources: `revisions` is neither 'published' nor 'any'. Use one of the two."),
  );
});

/** The texts at a revision where it must be published, and where it may be any. */
const textsAt = (revision: string) => Promise.all([textAt(published, revision), textAt(any, revision)]);

/** The text of the file at a revision, or `nothing`. */
async function textAt(resources: GitResources, revision: string): Promise<string> {
  const uri = `git:/file/${encodeURIComponent(revision)}/notes.txt`;
  try {
    const contents = await resources.read(uri);
    return 'text' in contents ? contents.text : 'bytes';
  } catch (error) {
    if (error instanceof NotFoundError) return 'nothing';
    throw error;
  }
}

async function commit(text: string): Promise<string> {
  await repository.write('notes.txt', text);
  return repository.commit(text);
}
