/** @slow takes more than a second: runs git fifty times and more in each test */
import 'reflect-metadata';
import { appendFileSync, chmodSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDesk } from '../dist/desk.js';
import { GitRepository } from '../dist/services/git-repository.js';
import { ServedFolder } from '../dist/services/served-folder.js';
import { SampleRepository } from '../dist/story/sample-repository.js';
import { filesIn, IMPOSSIBLE, rejectionOf, unknownRevision } from './support/hostile-revisions.ts';

let sample: SampleRepository;

beforeEach(() => {
  sample = new SampleRepository();
});

afterEach(() => sample.remove());

const CONFIGURED = `
[diff]
  external = TRAP
  noprefix = true
  mnemonicPrefix = true
  context = 0
  renames = false
  relative = true
[diff "trap"]
  textconv = TRAP
[core]
  pager = TRAP
  fsmonitor = TRAP
  abbrev = 5
[pager]
  log = TRAP
[gpg]
  program = TRAP
[log]
  showSignature = true
  date = raw
  decorate = full
[color]
  ui = always
[format]
  pretty = oneline
`;

/** Returns all results for which the desk runs git. */
async function resultsOf(top: string): Promise<string> {
  const { runtime } = openDesk(top);
  const names = ['review_changes', 'release_notes', 'commit_message'];
  const results = await Promise.all([
    ...names.map((name) =>
      runtime.prompts.get({ name, arguments: name === 'commit_message' ? {} : { from: 'v1.0.0' } }),
    ),
    runtime.complete({
      ref: { type: 'ref/prompt', name: 'review_changes' },
      argument: { name: 'from', value: '' },
    }),
  ]);
  return JSON.stringify(results, null, 2).replaceAll(/untrusted-[0-9a-f]{20}/g, 'untrusted');
}

test('openDesk ignores git configuration and runs no program that it names', async () => {
  const folder = dirname(sample.path);
  const plain = await resultsOf(sample.path);
  const [trap, sprung] = [join(folder, 'trap.sh'), join(folder, 'sprung')];
  writeFileSync(trap, `#!/bin/sh\necho "$0 $@" >> '${sprung}'\n`);
  chmodSync(trap, 0o755);
  appendFileSync(join(sample.path, '.git', 'config'), CONFIGURED.replaceAll('TRAP', trap));
  writeFileSync(join(sample.path, '.git', 'info', 'attributes'), '*.ts diff=trap\n');
  expect(await resultsOf(sample.path)).toEqual(plain);
  expect(existsSync(sprung)).toBe(false);
});

test('GitRepository rejects options, commands and paths as revisions', async () => {
  const repository = new GitRepository(new ServedFolder(sample.path));
  const before = filesIn(sample.path);
  const rejections = IMPOSSIBLE.map((to) =>
    rejectionOf(repository.changes({ from: 'HEAD', to }, new AbortController().signal)),
  );
  expect(await Promise.all(rejections)).toEqual(IMPOSSIBLE.map(() => unknownRevision('to')));
  expect(filesIn(sample.path)).toBe(before);
});
