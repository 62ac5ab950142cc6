import 'reflect-metadata';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { RequestError } from '@cuecard/core';
import { openDesk } from '../dist/desk.js';
import { GitRepository } from '../dist/services/git-repository.js';
import { ServedFolder } from '../dist/services/served-folder.js';
import { SampleRepository } from '../dist/story/sample-repository.js';

/** Each test copies this repository, because creating it runs git fourteen times. */
let sample: SampleRepository;
/** The repository of the current test. */
let path: string;
let folder: string;
const { signal } = new AbortController();

beforeAll(() => {
  sample = new SampleRepository();
});

afterAll(() => sample.remove());

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'review-desk-')));
  path = join(folder, 'greeter');
  cpSync(sample.path, path, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) => sample.git('-C', path, ...args);
const repositoryIn = (top: string) => new GitRepository(new ServedFolder(top));

test('GitRepository.changes compares with the commit where both branches parted', async () => {
  git('stash', '--quiet');
  git('checkout', '--quiet', '-b', 'topic', 'v1.0.0');
  writeFileSync(join(path, 'größe.txt'), 'new\n');
  git('add', '--all');
  git('commit', '--quiet', '--message=Add');
  const repository = repositoryIn(path);
  const { from, to, diff } = await repository.changes({ from: 'main', to: 'topic' }, signal);
  expect([from, to]).toEqual([git('rev-parse', 'v1.0.0').trim(), git('rev-parse', 'topic').trim()]);
  expect(diff).toEqual({
    isCut: false,
    text: [
      ' größe.txt | 1 +',
      ' 1 file changed, 1 insertion(+)',
      '',
      'diff --git a/größe.txt b/größe.txt',
      'new file mode 100644',
      'index 0000000000..3e757656cf',
      '--- /dev/null',
      '+++ b/größe.txt',
      '@@ -0,0 +1 @@',
      '+new',
      '',
    ].join('\n'),
  });
});

test('commit_message cuts a long diff after a line, and notes the cut', async () => {
  writeFileSync(join(path, 'long.txt'), 'ä long line\n'.repeat(20_000));
  git('add', '--all');
  const change = await repositoryIn(path).stagedChange(signal);
  expect(change.isCut).toBe(true);
  expect(Buffer.byteLength(change.text)).toBeLessThanOrEqual(200_000);
  expect(change.text.slice(-14)).toBe('\n+ä long line\n');
  const { messages } = await openDesk(path).runtime.prompts.get({ name: 'commit_message' });
  expect(JSON.stringify(messages)).toContain('The diff is longer than fits and was cut here.');
});

test('GitRepository ends git when its signal aborts', async () => {
  const reason = new Error('Cancelled');
  const repository = repositoryIn(path);
  await expect(repository.stagedChange(AbortSignal.abort(reason))).rejects.toBe(reason);
  const later = new AbortController();
  const change = repository.changes({ from: 'v1.0.0', to: 'HEAD' }, later.signal);
  setImmediate(() => later.abort(reason)); // The first git is running.
  await expect(change).rejects.toBe(reason);
});

test('GitRepository.revisions returns branches and tags, the latest first', async () => {
  const [older, newer] = [git('rev-parse', 'v1.0.0').trim(), git('rev-parse', 'HEAD').trim()];
  const branches = ['topic/größe', "it's", 'a|b', '-O', 'x'.repeat(240)].map((name) => `${older} refs/heads/${name}`);
  const others = [`${newer} refs/remotes/origin/main`, `${newer} refs/notes/secret`];
  writeFileSync(join(path, '.git', 'packed-refs'), [...branches, ...others, ''].join('\n'));
  const repository = repositoryIn(path);
  expect((await repository.revisions(signal)).toSorted()).toEqual(['main', 'origin/main', 'topic/größe', 'v1.0.0']);
  expect((await repository.revisions(signal)).slice(0, 2).toSorted()).toEqual(['main', 'origin/main']);
});

test('release_notes completes the latest thousand revisions, a hundred at a time', async () => {
  const head = git('rev-parse', 'HEAD').trim();
  const lines = Array.from({ length: 1200 }, (_, index) => `${head} refs/tags/t${index}`);
  writeFileSync(join(path, '.git', 'packed-refs'), `${lines.join('\n')}\n`);
  const ref = { type: 'ref/prompt', name: 'release_notes' } as const;
  const { completion } = await openDesk(path).runtime.complete({ ref, argument: { name: 'from', value: 't' } });
  expect({ ...completion, values: completion.values.length }).toEqual({
    values: 100,
    total: expect.any(Number),
    hasMore: true,
  });
  expect(completion.total).toBeLessThanOrEqual(1000);
});

test('commit_message rejects when nothing is staged, and suggests a fix', async () => {
  git('reset', '--quiet', '--hard');
  const error = await failure(openDesk(path).runtime.prompts.get({ name: 'commit_message' }));
  expect(error).toEqual(new RequestError('Nothing is staged. Stage a change with `git add`, then ask again.'));
});

test('commit_message describes the first commit', async () => {
  rmSync(join(path, '.git'), { recursive: true });
  git('init', '--quiet');
  git('add', 'README.md');
  const { messages } = await openDesk(path).runtime.prompts.get({ name: 'commit_message' });
  expect(JSON.stringify(messages)).toContain('+# Greeter');
  expect(JSON.stringify(messages)).not.toContain('The latest subjects');
  const error = await failure(
    openDesk(path).runtime.prompts.get({ name: 'release_notes', arguments: { from: 'HEAD' } }),
  );
  expect(error.data).toEqual({ argument: 'from' });
});

test('GitRepository reads a linked worktree', async () => {
  const worktree = join(folder, 'worktree');
  git('worktree', 'add', '--quiet', worktree, 'v1.0.0');
  const { text } = await repositoryIn(worktree).commits({ from: 'HEAD', to: 'main' }, signal);
  expect(text.split('\n')[0]).toMatch(/^[0-9a-f]{10} fix\(greet\): end the greeting with a full stop \(Ada\)$/);
});

describe('openDesk without a repository', () => {
  const NO_REPOSITORY =
    'The folder of this desk is not a git repository. Run `git init` in it, or start the desk with `--repository` and the top folder of one.';
  const NO_ACCESS =
    'git does not accept the repository of this desk. Run `git status` in its folder: git says why, and how to mend it.';
  const get = (top: string, name: string) =>
    failure(openDesk(top).runtime.prompts.get({ name, arguments: argumentsOf(name) }));

  test.each(['review_changes', 'release_notes', 'commit_message'])('rejects %s and suggests a fix', async (name) => {
    expect(await get(sample.copy, name)).toEqual(new RequestError(NO_REPOSITORY));
  });

  test('ignores a repository around the folder', async () => {
    expect(await get(join(path, 'src'), 'commit_message')).toEqual(new RequestError(NO_REPOSITORY));
  });

  test('rejects an invalid repository', async () => {
    mkdirSync(join(path, 'empty', '.git'), { recursive: true });
    expect(await get(join(path, 'empty'), 'commit_message')).toEqual(new RequestError(NO_ACCESS));
  });

  test('suggests no revisions, and serves the other prompts', async () => {
    const call = { name: 'review_code', arguments: { code: '1' } };
    expect(await openDesk(sample.copy).runtime.prompts.get(call)).toHaveProperty('messages');
    expect(await repositoryIn(sample.copy).revisions(signal)).toEqual([]);
  });
});

test('openDesk serves prompts without git if git is not installed', async () => {
  const { PATH } = process.env;
  process.env['PATH'] = path;
  try {
    const { runtime } = openDesk(path);
    expect(await failure(runtime.prompts.get({ name: 'commit_message' }))).toEqual(
      new RequestError(
        'git is not installed on the machine that this desk runs on. Install it, see that it is on the PATH, and start the desk again.',
      ),
    );
    expect(await runtime.prompts.get({ name: 'onboarding' })).toHaveProperty('messages');
    expect(await repositoryIn(path).revisions(signal)).toEqual([]);
  } finally {
    process.env['PATH'] = PATH;
  }
});

function argumentsOf(name: string): Record<string, string> {
  return name === 'commit_message' ? {} : { from: 'v1.0.0' };
}

async function failure(work: Promise<unknown>): Promise<RequestError> {
  try {
    await work;
  } catch (error) {
    return error as RequestError;
  }
  throw new Error('It did not fail');
}
