import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const MADE_BY_TSC = /(\.d\.c?ts|\.js)(\.map)?$/;

/**
 * Removes from `build` what was made of sources that are gone. tsc leaves it there, and it would be published.
 * @param {string} folder of a package
 */
export async function removeStale(folder) {
  const build = join(folder, 'build');
  const sources = new Set(await readdir(join(folder, 'src'), { recursive: true }));
  const built = await readdir(build, { recursive: true }).catch(() => []);
  const made = built.filter((file) => MADE_BY_TSC.test(file));
  const stale = made.filter((file) => !sources.has(file.replace(MADE_BY_TSC, '.ts')));
  await Promise.all(stale.map((file) => rm(join(build, file), { force: true })));
}
