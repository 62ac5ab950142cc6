import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HASH } from './hostile-git-uris.ts';
import { TestRepository } from './test-repository.ts';

/** A repository with everything that git names in ways that could be taken for something else. */
export async function hostileRepository(): Promise<TestRepository> {
  const repository = await TestRepository.create();
  await writeFile(join(repository.base, 'secret.txt'), 'SECRET');
  await repository.write('notes.md', 'notes\n');
  await repository.write('folder/inner.txt', 'inner\n');
  await symlink('../secret.txt', join(repository.path, 'link-up'));
  await symlink('/etc/passwd', join(repository.path, 'link-absolute'));
  await symlink('..', join(repository.path, 'folder-up'));
  await symlink('notes.md', join(repository.path, 'link-inside'));
  repository.commit('First');
  repository.git('update-index', '--add', '--cacheinfo', `160000,${HASH},submodule`);
  repository.git('commit', '-q', '-m', 'A submodule');
  repository.git('update-ref', 'refs/heads/-dash', 'HEAD');
  repository.git('update-ref', 'refs/heads/--output=taken', 'HEAD');
  repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  repository.git('config', 'branch.main.remote', '.');
  repository.git('config', 'branch.main.merge', 'refs/heads/main');
  repository.git('tag', 'blob', 'HEAD:notes.md');
  repository.git('tag', 'tree', 'HEAD^{tree}');
  return repository;
}
