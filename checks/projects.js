import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pack, readManifest, ROOT, run } from './lib.js';

// Projects of users, in `projects/GROUP/NAME`. Each holds only what differs from its bases in `projects/shared`.

/** @typedef {import('./lib.js').Manifest & { bases?: readonly string[] }} Manifest */

const PROJECTS = join(ROOT, 'checks/projects');
/** The files of the workspace itself. */
const OWN_FILES = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'];
/** The members of a package.json that a project adds to those of its bases. */
const MERGED = ['scripts', 'dependencies', 'devDependencies'];

/**
 * Completes the projects in a folder outside the repository and installs them with the packed packages.
 * @param {import('./lib.js').Rig} rig
 * @param {string} group
 * @param {readonly string[]} projects the names of those to install
 * @returns {Promise<{ folder: string, faults: readonly string[] }>} where they are, and what failed
 */
export async function installProjects(rig, group, projects) {
  const folder = await rig.scratch('projects');
  for (const file of OWN_FILES) await cp(join(PROJECTS, file), join(folder, file));
  const sharedPack = await pack(join(ROOT, 'examples/shared-pack'), await rig.scratch('shared-pack'));
  for (const { name, unpacked } of [...rig.packages, sharedPack])
    await cp(unpacked, join(folder, '.packed', name.slice(name.indexOf('/') + 1)), { recursive: true });
  for (const each of (await readdir(PROJECTS)).filter((name) => !/^(?:shared|node_modules)$|\./.test(name)))
    for (const name of await readdir(join(PROJECTS, each)))
      await writeProject(join(each, name), join(folder, each, name));
  const chosen = projects.flatMap((name) => ['--filter', `{./${group}/${name}}...`]);
  if (rig.isUpdate) await writeLockfile(folder);
  const options = { cwd: folder };
  const installed = await run('pnpm', ['install', '--frozen-lockfile', '--filter', '.', ...chosen], options);
  const remedy = 'Does `npx -y pnpm@10 checks packages --update`, which writes the lockfile anew, help?';
  const faults = installed.code === 0 ? [] : [`the projects cannot be installed. ${remedy}\n${installed.output}`];
  return { folder: join(folder, group), faults };
}

/**
 * Writes a project with what its bases have.
 * @param {string} project its group and its name
 * @param {string} target
 */
export async function writeProject(project, target) {
  const own = join(PROJECTS, project);
  /** @type {Manifest} */
  const { bases = [], ...manifest } = await readManifest(own);
  const sources = bases.map((base) => join(PROJECTS, 'shared', base));
  await mkdir(target, { recursive: true });
  for (const source of [...sources, own])
    await cp(source, target, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const manifests = [];
  for (const source of sources)
    if (existsSync(join(source, 'package.json'))) manifests.push(await readManifest(source));
  await writeFile(join(target, 'package.json'), JSON.stringify([...manifests, manifest].reduce(merged), null, 2));
}

/**
 * @param {Manifest} base
 * @param {Manifest} own
 * @returns {Manifest}
 */
function merged(base, own) {
  const both = MERGED.map((field) => [field, { ...Object(base[field]), ...Object(own[field]) }]);
  return { ...base, ...own, ...Object.fromEntries(both) };
}

/** @param {string} folder */
async function writeLockfile(folder) {
  const locked = await run('pnpm', ['install', '--lockfile-only', '--no-frozen-lockfile'], { cwd: folder });
  if (locked.code !== 0) throw new Error(locked.output);
  await cp(join(folder, 'pnpm-lock.yaml'), join(PROJECTS, 'pnpm-lock.yaml'));
}

/**
 * A project that is copied must ask for the packages as they are now.
 * @param {string} project
 * @param {readonly Pick<import('./lib.js').Packed, 'name' | 'unpacked'>[]} packages
 */
export async function rangeFaults(project, packages) {
  const { dependencies, devDependencies } = await readManifest(project);
  /** @type {Record<string, string>} */
  const asked = { ...Object(dependencies), ...Object(devDependencies) };
  const faults = packages.map(async ({ name, unpacked }) => {
    const wanted = `^${(await readManifest(unpacked)).version}`;
    const range = asked[name] ?? wanted;
    return range === wanted ? [] : [`its package.json asks for ${name} ${range} instead of ${wanted}`];
  });
  return (await Promise.all(faults)).flat();
}
