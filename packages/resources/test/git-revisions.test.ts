import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NotFoundError } from '@cuecard/core';
import { GitResources, type GitResourcesOptions } from '@cuecard/resources';
import { GitCommand, GitRefusal } from '../build/git/git-command.js';
import { type GitRevisionScope, GitRevisions } from '../build/git/git-revisions.js';
import { listed } from './support/listed.ts';
import { type TestCommit, TestRepository } from './support/test-repository.ts';

// Most tests resolve revisions without reading a file, because each avoided git process saves 30 ms.

let repository: TestRepository;
let published: GitRevisions;
let any: GitRevisions;
let resources: GitResources;
/** The ids of commits, by their messages. */
let ids: Readonly<Record<string, string>>;

const COMMITS: readonly TestCommit[] = [
  commitOf('first', 'refs/heads/main'),
  commitOf('amended', 'refs/former/main', 'first'),
  commitOf('main', 'refs/heads/main', 'first'),
  commitOf('feature', 'refs/heads/feature/x', 'main'),
  commitOf('gone', 'refs/notes/commits', 'main'),
  commitOf('tagged', 'refs/former/tagged', 'main'),
  commitOf('merge', 'refs/heads/merging', 'main', 'feature'),
  commitOf('index', 'refs/former/index', 'main'),
  commitOf('stashed', 'refs/stash', 'main', 'index'),
];
const REFS = {
  'refs/remotes/origin/next': 'feature',
  'refs/heads/same': 'first',
  'refs/tags/same': 'main',
};

function commitOf(message: string, ref: string, ...parents: string[]): TestCommit {
  return { message, ref, parents, files: { 'notes.txt': message } };
}

beforeAll(async () => {
  repository = await TestRepository.create();
  ids = repository.import(COMMITS, REFS);
  const git = join(repository.path, '.git');
  await writeFile(join(git, 'refs/remotes/origin/HEAD'), 'ref: refs/remotes/origin/next\n');
  await writeFile(join(git, 'refs/heads', idOf('gone').slice(0, 12)), `${ids['first']}\n`);
  await writeFile(join(git, 'ORIG_HEAD'), `${ids['gone']}\n`);
  repository.git('tag', '-a', '-m', 'Annotated', 'v1.0', idOf('tagged'));
  await rm(join(git, 'refs/former'), { recursive: true });
  published = revisionsOf('published');
  any = revisionsOf('any');
  resources = new GitResources({ repository: repository.path });
});

afterAll(() => repository.remove());

describe("GitResources revisions: 'published'", () => {
  test.each([
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
  ])('resolves the name %s to the commit "%s", like git', async (revision, message) => {
    expect(await commitAt(published, revision)).toBe(message);
  });

  test('resolves the full id of a commit that HEAD, a branch, a tag or a remote branch points to', async () => {
    for (const message of ['first', 'main', 'feature', 'tagged'])
      expect(await commitAt(published, idOf(message))).toBe(message);
  });

  test('resolves uppercase ids, and prefixes of at least 12 digits', async () => {
    const id = idOf('feature');
    for (const form of [id.toUpperCase(), id.slice(0, 12)]) expect(await commitAt(published, form)).toBe('feature');
  });

  test('rejects prefixes of fewer than 12 digits', async () => {
    for (const length of [4, 11]) expect(await commitAt(published, idOf('feature').slice(0, length))).toBe('nothing');
  });

  test.each(['amended', 'gone', 'stashed'])('rejects the id of the unpublished commit "%s"', async (message) => {
    expect(await commitAt(published, idOf(message))).toBe('nothing');
  });

  test('rejects revisions derived from the id of an unpublished commit', async () => {
    const id = idOf('amended');
    for (const revision of [`${id}~0`, id.slice(0, 20), `v1.0-1-g${id}`, `v1.0-1-g${id.slice(0, 12)}`])
      expect([revision, await commitAt(published, revision)]).toEqual([revision, 'nothing']);
  });

  test('prefers a branch to a commit id that starts with its name', async () => {
    expect(await commitAt(published, idOf('gone').slice(0, 12))).toBe('first');
  });

  test.each(['git:/file/stash/notes.txt', 'git:/diff/main..stash', 'git:/diff/stash..main', 'git:/log/stash'])(
    'hides an unpublished commit from read: %s',
    async (uri) => {
      await expect(resources.read(uri)).rejects.toEqual(new NotFoundError('resource', uri));
    },
  );

  test('hides the files of an unpublished commit from lists and completions', async () => {
    const uri = 'git:/file/stash';
    await expect(listed(resources, { under: uri })).rejects.toEqual(new NotFoundError('resource', uri));
    expect(await resources.complete(`${uri}/`)).toEqual([]);
  });

  test('resolves the parents in the log of a merge', async () => {
    const { text = '' } = (await resources.read('git:/log/merging')) as { text?: string };
    const parents = /^Merge: (\w+) (\w+)$/m.exec(text)?.slice(1) ?? [];
    expect(await Promise.all(parents.map((parent) => commitAt(published, parent)))).toEqual(['main', 'feature']);
  });

  test('resolves a detached HEAD by name and id only while HEAD points to the commit', async () => {
    const gone = idOf('gone');
    await setHead(gone);
    await writeFile(join(repository.path, 'HEAD'), ''); // A file whose name git must not confuse with the revision.
    const commits = [await commitAt(published, 'HEAD'), await commitAt(published, gone)];
    await rm(join(repository.path, 'HEAD'));
    await setHead('ref: refs/heads/main');
    expect([...commits, await commitAt(published, gone)]).toEqual(['gone', 'gone', 'nothing']);
  });

  test('resolves ids of other branches while HEAD has no commits', async () => {
    await setHead('ref: refs/heads/empty');
    const commits = [await commitAt(published, idOf('feature')), await commitAt(published, idOf('gone'))];
    await setHead('ref: refs/heads/main');
    expect(commits).toEqual(['feature', 'nothing']);
  });

  test('resolves a tag that has the name of a remote with thousands of branches', async () => {
    const branches = Array.from(
      { length: 12_000 },
      (_, at) => `${idOf('first')} refs/remotes/many/a-branch-with-a-name-${at}`,
    );
    repository.script('git pack-refs --all; git tag many v1.0');
    const packed = join(repository.path, '.git/packed-refs');
    // Without the first line of the file, git sorts refs.
    const [, ...refs] = (await readFile(packed, 'utf8')).trimEnd().split('\n');
    await writeFile(packed, [...refs, ...branches, ''].join('\n'));
    expect(await commitAt(published, 'many')).toBe('tagged');
  });
});

describe("GitResources revisions: 'any'", () => {
  test.each([
    ['stash', 'stashed'],
    ['stash^1', 'main'],
    ['refs/stash', 'stashed'],
    ['ORIG_HEAD', 'gone'],
    ['notes/commits', 'gone'],
    ['refs/notes/commits', 'gone'],
  ])('resolves the name %s to "%s", although the scope published does not', async (revision, message) => {
    expect([await commitAt(any, revision), await commitAt(published, revision)]).toEqual([message, 'nothing']);
  });

  test('resolves ids of unpublished commits, and short prefixes of ids', async () => {
    const [amended, gone, first] = [idOf('amended'), idOf('gone'), idOf('first')];
    const revisions = { [gone]: 'gone', [`v1.0-1-g${amended}`]: 'amended', [first.slice(0, 7)]: 'first' };
    for (const [revision, message] of Object.entries(revisions)) expect(await commitAt(any, revision)).toBe(message);
  });

  test('resolves the names of branches, tags and remotes like git', async () => {
    const revisions = { HEAD: 'main', 'feature/x~2': 'first', 'v1.0': 'tagged', origin: 'feature', same: 'main' };
    for (const [revision, message] of Object.entries(revisions)) expect(await commitAt(any, revision)).toBe(message);
  });

  test('reads a file of a stash', async () => {
    const reader = new GitResources({ repository: repository.path, revisions: 'any' });
    expect(await reader.read('git:/file/stash/notes.txt')).toMatchObject({ text: 'stashed' });
  });
});

test('GitResources rejects an unknown value of `revisions`', () => {
  // @ts-expect-error There are two scopes.
  const options: GitResourcesOptions = { repository: repository.path, revisions: 'all' };
  expect(() => new GitResources(options)).toThrow(
    new TypeError("GitResources: `revisions` must be 'published' or 'any'."),
  );
});

function setHead(head: string): Promise<void> {
  return writeFile(join(repository.path, '.git/HEAD'), `${head}\n`);
}

function revisionsOf(scope: GitRevisionScope): GitRevisions {
  return new GitRevisions(new GitCommand(repository.path, 10_000), scope);
}

function idOf(message: string): string {
  const id = ids[message];
  if (id === undefined) throw new Error(`There is no commit ${message}`);
  return id;
}

/** Returns the message of the commit of a revision, or `nothing`. */
async function commitAt(revisions: GitRevisions, revision: string): Promise<string> {
  try {
    const commit = await revisions.commit(revision);
    return Object.entries(ids).find(([, id]) => id === commit)?.[0] ?? commit;
  } catch (error) {
    if (error instanceof GitRefusal) return 'nothing';
    throw error;
  }
}
