import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A repository with the tag `v1.0.0`, and one commit after it. */
export async function newRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cookbook-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.com');
  await commit('let total = 0;\n', 'Add a total');
  git('tag', 'v1.0.0');
  await commit('let total = 1;\n', 'Count from one');
  return folder;

  async function commit(code: string, message: string) {
    await writeFile(join(folder, 'total.js'), code);
    git('add', '.');
    git('commit', '--quiet', '--message', message);
  }
}
