import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleGit } from 'simple-git';

/** A repository with the tag `v1.0.0`, and one commit after it. */
export async function newRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cookbook-'));
  const git = simpleGit(folder);
  await git.init(['--initial-branch=main']);
  await git.addConfig('user.name', 'Ann').addConfig('user.email', 'ann@example.com');
  await commit('let total = 0;\n', 'Add a total');
  await git.addTag('v1.0.0');
  await commit('let total = 1;\n', 'Count from one');
  return folder;

  async function commit(code: string, message: string) {
    await writeFile(join(folder, 'total.js'), code);
    await git.add('.').commit(message);
  }
}
