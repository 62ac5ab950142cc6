import { mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const WORKSPACE = join(PACKAGE, '../..');

/** Links the packages of this workspace into a project instead of installing them. */
export async function linkPackages(project: string): Promise<void> {
  const own = join(PACKAGE, 'node_modules');
  const names = (await readdir(own)).filter((name) => !name.startsWith('.'));
  for (const name of names) {
    const inScope = name.startsWith('@') ? (await readdir(join(own, name))).map((each) => `${name}/${each}`) : [name];
    for (const each of inScope) await link(join(own, each), project, each);
  }
  await link(PACKAGE, project, '@cuecard/cli');
  for (const each of ['typescript', '@types/node', '@jest/globals'])
    await link(join(WORKSPACE, 'node_modules', each), project, each);
}

async function link(target: string, project: string, name: string): Promise<void> {
  const path = join(project, 'node_modules', name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(await realpath(target), path);
}
