import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pack, readManifest, ROOT, run } from './lib.js';

// Projects of users, in `projects/GROUP/NAME`. Each holds only what differs from its `bases` in `projects/shared` and from
// its `copies` of files and folders elsewhere in the repository.

/** @typedef {import('./lib.js').Manifest & { bases?: readonly string[], copies?: Readonly<Record<string, string>> }} Manifest */

const PROJECTS = join(ROOT, 'checks/projects');
/** The files of the workspace itself. */
const OWN_FILES = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'];
/** The files whose settings a project adds to those of its bases. */
const SETTINGS = ['package.json', 'tsconfig.json', '.swcrc'];

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
 * Writes a project: first its bases, each in the same way, then its copies and its own files. Settings in JSON are merged.
 * @param {string} project
 * @param {string} target
 */
export async function writeProject(project, target) {
  const own = join(PROJECTS, project);
  /** @type {Manifest} */
  const { bases = [], copies = {} } = await readManifest(own);
  for (const base of bases) await writeProject(join('shared', base), target);
  for (const [path, source] of Object.entries(copies))
    await cp(join(ROOT, source), join(target, path), { recursive: true });
  await mkdir(target, { recursive: true });
  const entries = await readdir(own, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile() && !found.parentPath.includes('node_modules'))) {
    const file = relative(own, join(entry.parentPath, entry.name));
    await mkdir(dirname(join(target, file)), { recursive: true });
    if (SETTINGS.includes(file)) await mergeInto(join(target, file), join(own, file));
    else await cp(join(own, file), join(target, file));
  }
}

/**
 * @param {string} target
 * @param {string} source
 */
async function mergeInto(target, source) {
  const former = await readFile(target, 'utf8').catch(() => '{}');
  const {
    bases: _bases,
    copies: _copies,
    ...settings
  } = merged(JSON.parse(former), JSON.parse(await readFile(source, 'utf8')));
  await writeFile(target, JSON.stringify(settings, null, 2));
}

/**
 * @param {Record<string, unknown>} base
 * @param {Record<string, unknown>} own
 * @returns {Record<string, unknown>}
 */
function merged(base, own) {
  const isObject = (/** @type {unknown} */ value) => Object(value) === value && !Array.isArray(value);
  const both = Object.entries(own).map(([name, value]) => {
    const former = base[name];
    return [name, isObject(former) && isObject(value) ? merged(Object(former), Object(value)) : value];
  });
  return { ...base, ...Object.fromEntries(both) };
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
