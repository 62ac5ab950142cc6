import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HASH } from './hostile-git-uris.ts';
import { TestRepository } from './test-repository.ts';

/** A repository whose refs, files and tree entries have names that git could misinterpret. */
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
  repository.script(`
    git update-index --add --cacheinfo 160000,${HASH},submodule
    git commit -q -m 'A submodule'
    git update-ref refs/heads/-dash HEAD
    git update-ref refs/heads/--output=taken HEAD
    git update-ref refs/remotes/origin/main HEAD
    git config branch.main.remote .
    git config branch.main.merge refs/heads/main
    git tag blob HEAD:notes.md
    git tag tree 'HEAD^{tree}'
  `);
  return repository;
}
