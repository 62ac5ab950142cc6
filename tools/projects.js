import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from './packed-package.js';
import { run } from './run.js';

// Workspaces of projects to copy: `toolchains` and `deployments`.

/** @typedef {{ name: string, tarball: string, unpacked: string }} Packed */

/**
 * Installs such projects with the packed packages, elsewhere, so that nothing of this workspace is found.
 * @param {string} source the workspace
 * @param {string} folder an empty one, outside this workspace
 * @param {readonly Packed[]} packages
 * @returns {Promise<string[]>} what is wrong
 */
export async function installProjects(source, folder, packages) {
  await cp(source, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await mkdir(join(folder, '.packed'));
  for (const { name, unpacked } of packages)
    await cp(unpacked, join(folder, '.packed', name.slice(name.indexOf('/') + 1)), { recursive: true });
  const installed = await run('pnpm', ['install', '--frozen-lockfile'], { cwd: folder });
  if (installed.code === 0) return [];
  return [`they cannot be installed; does \`pnpm run toolchains\` help?\n${installed.output}`];
}

/**
 * Writes the lockfile of projects anew, after a change of what they or the packages depend on.
 * @param {string} source the workspace
 * @param {string} folder where they were installed, or could not be
 */
export async function lockProjects(source, folder) {
  const locked = await run('pnpm', ['install', '--lockfile-only', '--no-frozen-lockfile'], { cwd: folder });
  if (locked.code !== 0) throw new Error(locked.output);
  await cp(join(folder, 'pnpm-lock.yaml'), join(source, 'pnpm-lock.yaml'));
}

/**
 * The projects that were installed.
 * @param {string} folder
 */
export async function projectsIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name));
  return folders.map(({ name }) => join(folder, name));
}

/**
 * A project that is copied must ask for the packages as they are now.
 * @param {Record<string, string>} dependencies
 * @param {readonly Packed[]} packages
 */
export async function rangeFaults(dependencies, packages) {
  const faults = packages.map(async ({ name, unpacked }) => {
    const wanted = `^${(await readManifest(unpacked)).version}`;
    const asked = dependencies[name] ?? wanted;
    return asked === wanted ? [] : [`its package.json asks for ${name} ${asked} instead of ${wanted}`];
  });
  return (await Promise.all(faults)).flat();
}
