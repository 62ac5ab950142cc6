import 'reflect-metadata';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RequestError } from '@cuecard/core';
import { openDesk } from '../dist/desk.js';
import { GitRepository } from '../dist/services/git-repository.js';
import { ServedFolder } from '../dist/services/served-folder.js';
import { SampleRepository } from '../dist/story/sample-repository.js';

let sample: SampleRepository;
const { signal } = new AbortController();

beforeEach(() => {
  sample = new SampleRepository();
});

afterEach(() => sample.remove());

test('nothing that is configured is executed, and nothing that is configured changes what is read', async () => {
  const names = ['review_changes', 'release_notes', 'commit_message'];
  const { runtime } = openDesk(sample.path);
  const argument = { name: 'from', value: '' };
  const ask = async () => {
    const told = await Promise.all([
      ...names.map((name) => runtime.prompts.get({ name, arguments: argumentsOf(name) })),
      runtime.complete({ ref: { type: 'ref/prompt', name: 'review_changes' }, argument }),
    ]);
    return JSON.stringify(told, null, 2).replaceAll(/untrusted-[0-9a-f]{20}/g, 'untrusted');
  };
  const plain = await ask();
  const trap = join(sample.path, '..', 'trap.sh');
  const sprung = join(sample.path, '..', 'sprung');
  writeFileSync(trap, `#!/bin/sh\necho "$0 $@" >> '${sprung}'\n`);
  chmodSync(trap, 0o755);
  for (const key of [
    'diff.external',
    'core.pager',
    'pager.log',
    'core.fsmonitor',
    'gpg.program',
    'diff.trap.textconv',
  ]) {
    sample.git('config', key, trap);
  }
  writeFileSync(join(sample.path, '.git', 'info', 'attributes'), '*.ts diff=trap\n');
  const settings = {
    'log.showSignature': 'true',
    'color.ui': 'always',
    'diff.noprefix': 'true',
    'diff.mnemonicPrefix': 'true',
    'diff.context': '0',
    'diff.renames': 'false',
    'diff.relative': 'true',
    'log.date': 'raw',
    'core.abbrev': '5',
    'format.pretty': 'oneline',
    'log.decorate': 'full',
  };
  for (const [key, value] of Object.entries(settings)) sample.git('config', key, value);
  expect(await ask()).toEqual(plain);
  expect(existsSync(sprung)).toBe(false);
});

test('a branch is reviewed for what it has changed itself', async () => {
  sample.git('stash', '--quiet');
  sample.git('checkout', '--quiet', '-b', 'topic', 'v1.0.0');
  writeFileSync(join(sample.path, 'größe.txt'), 'new\n');
  sample.git('add', '--all');
  sample.git('commit', '--quiet', '--message=Add');
  const repository = new GitRepository(new ServedFolder(sample.path));
  const { from, to, diff } = await repository.changes({ from: 'main', to: 'topic' }, signal);
  expect([from, to]).toEqual([sample.git('rev-parse', 'v1.0.0').trim(), sample.git('rev-parse', 'topic').trim()]);
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

test('a diff that is too long is cut at the end of a line, and the prompt says so', async () => {
  writeFileSync(join(sample.path, 'long.txt'), 'ä long line\n'.repeat(50_000));
  sample.git('add', '--all');
  const change = await new GitRepository(new ServedFolder(sample.path)).stagedChange(signal);
  expect(change.isCut).toBe(true);
  expect(Buffer.byteLength(change.text)).toBeLessThanOrEqual(200_000);
  expect(change.text.slice(-14)).toBe('\n+ä long line\n');
  const { messages } = await openDesk(sample.path).runtime.prompts.get({ name: 'commit_message' });
  expect(JSON.stringify(messages)).toContain('The diff is longer than fits and was cut here.');
});

test('what nobody waits for any more is given up', async () => {
  const reason = new Error('Nobody waits');
  const repository = new GitRepository(new ServedFolder(sample.path));
  await expect(repository.stagedChange(AbortSignal.abort(reason))).rejects.toBe(reason);
  const later = new AbortController();
  const change = repository.changes({ from: 'v1.0.0', to: 'HEAD' }, later.signal);
  setTimeout(() => later.abort(reason), 5);
  await expect(change).rejects.toBe(reason);
});

test('revisions are suggested, the latest first: branches and tags whose names the prompts take', async () => {
  for (const branch of ['topic/größe', "it's", 'a|b', '-O', 'x'.repeat(240)]) {
    sample.git('update-ref', `refs/heads/${branch}`, 'v1.0.0');
  }
  sample.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  sample.git('update-ref', 'refs/notes/secret', 'HEAD');
  const repository = new GitRepository(new ServedFolder(sample.path));
  expect((await repository.revisions(signal)).toSorted()).toEqual(['main', 'origin/main', 'topic/größe', 'v1.0.0']);
  expect((await repository.revisions(signal)).slice(0, 2).toSorted()).toEqual(['main', 'origin/main']);
});

test('of many revisions the latest thousand are suggested, a hundred at a time', async () => {
  const head = sample.git('rev-parse', 'HEAD').trim();
  const lines = Array.from({ length: 1200 }, (_, index) => `${head} refs/tags/t${index}`);
  writeFileSync(join(sample.path, '.git', 'packed-refs'), `${lines.join('\n')}\n`);
  const ref = { type: 'ref/prompt', name: 'release_notes' } as const;
  const { completion } = await openDesk(sample.path).runtime.complete({ ref, argument: { name: 'from', value: 't' } });
  expect({ ...completion, values: completion.values.length }).toEqual({
    values: 100,
    total: expect.any(Number),
    hasMore: true,
  });
  expect(completion.total).toBeLessThanOrEqual(1000);
});

test('nothing staged is an error that says what to do', async () => {
  sample.git('reset', '--quiet', '--hard');
  const error = await failure(openDesk(sample.path).runtime.prompts.get({ name: 'commit_message' }));
  expect(error).toEqual(new RequestError('Nothing is staged. Stage a change with `git add`, then ask again.'));
});

test('the first commit has a message too', async () => {
  rmSync(join(sample.path, '.git'), { recursive: true });
  sample.git('init', '--quiet');
  sample.git('add', 'README.md');
  const { messages } = await openDesk(sample.path).runtime.prompts.get({ name: 'commit_message' });
  expect(JSON.stringify(messages)).toContain('+# Greeter');
  expect(JSON.stringify(messages)).not.toContain('The latest subjects');
  const error = await failure(
    openDesk(sample.path).runtime.prompts.get({ name: 'release_notes', arguments: { from: 'HEAD' } }),
  );
  expect(error.data).toEqual({ argument: 'from' });
});

test('a linked worktree is a repository', async () => {
  const worktree = join(sample.path, '..', 'worktree');
  sample.git('worktree', 'add', '--quiet', worktree, 'v1.0.0');
  const { text } = await new GitRepository(new ServedFolder(worktree)).commits({ from: 'HEAD', to: 'main' }, signal);
  expect(text.split('\n')[0]).toMatch(/^[0-9a-f]{10} fix\(greet\): end the greeting with a full stop \(Ada\)$/);
});

test('a folder without a repository of its own says so, whatever it lies in', async () => {
  const [inner, empty] = [join(sample.path, 'src'), join(sample.path, 'empty')];
  mkdirSync(join(empty, '.git'), { recursive: true });
  const noRepository =
    'The folder of this desk is not a git repository. Run `git init` in it, or start the desk with `--repository` and the top folder of one.';
  const noAccess =
    'git does not accept the repository of this desk. Run `git status` in its folder: git says why, and how to mend it.';
  for (const [folder, message] of [
    [sample.copy, noRepository],
    [inner, noRepository],
    [empty, noAccess],
  ] as const) {
    const { runtime } = openDesk(folder);
    for (const name of ['review_changes', 'release_notes', 'commit_message']) {
      expect(await failure(runtime.prompts.get({ name, arguments: argumentsOf(name) }))).toEqual(
        new RequestError(message),
      );
    }
    expect(await runtime.prompts.get({ name: 'review_code', arguments: { code: '1' } })).toHaveProperty('messages');
    expect(await new GitRepository(new ServedFolder(folder)).revisions(signal)).toEqual([]);
  }
});

test('without git installed the prompts that need it say so, and the others work', async () => {
  const { PATH } = process.env;
  process.env['PATH'] = sample.path;
  try {
    const { runtime } = openDesk(sample.path);
    expect(await failure(runtime.prompts.get({ name: 'commit_message' }))).toEqual(
      new RequestError(
        'git is not installed on the machine that this desk runs on. Install it, see that it is on the PATH, and start the desk again.',
      ),
    );
    expect(await runtime.prompts.get({ name: 'onboarding' })).toHaveProperty('messages');
    expect(await new GitRepository(new ServedFolder(sample.path)).revisions(signal)).toEqual([]);
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
