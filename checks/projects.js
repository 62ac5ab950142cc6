import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pack, readManifest, ROOT, run } from './lib.js';
import { PROJECTS } from './project-settings.js';

// Completes the projects of users: the settings of `project-settings.js` and the files of `projects/GROUP/NAME`.

const FOLDER = join(ROOT, 'checks/projects');
/** The files of the workspace itself. */
const OWN_FILES = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'];
/** A project without settings: what applications of Nest import from Jest. */
const PLAIN = 'nest/jest-globals';

/**
 * Completes the projects in a folder outside the repository and installs them with the packed packages.
 * @param {import('./lib.js').Rig} rig
 * @param {string} group
 * @param {readonly string[]} projects the names of those to install
 * @returns {Promise<{ folder: string, faults: readonly string[] }>} where they are, and what failed
 */
export async function installProjects(rig, group, projects) {
  const folder = await rig.scratch('projects');
  for (const file of OWN_FILES) await cp(join(FOLDER, file), join(folder, file));
  const sharedPack = await pack(join(ROOT, 'examples/shared-pack'), await rig.scratch('shared-pack'));
  for (const { name, unpacked } of [...rig.packages, sharedPack])
    await cp(unpacked, join(folder, '.packed', name.slice(name.indexOf('/') + 1)), { recursive: true });
  for (const name of [...Object.keys(PROJECTS), PLAIN])
    if (!name.startsWith('shared/')) await writeProject(name, join(folder, name));
  const chosen = projects.flatMap((name) => ['--filter', `{./${group}/${name}}...`]);
  if (rig.isUpdate) await writeLockfile(folder);
  const options = { cwd: folder };
  const installed = await run('pnpm', ['install', '--frozen-lockfile', '--filter', '.', ...chosen], options);
  const remedy = 'Does `npx -y pnpm@10 checks packages --update`, which writes the lockfile anew, help?';
  const failure = installed.code === 0 ? [] : [`the projects cannot be installed. ${remedy}\n${installed.output}`];
  const ranges = projects.map(async (name) =>
    (await rangeFaults(join(folder, group, name), rig.packages)).map((fault) => `${name}: ${fault}`),
  );
  return { folder: join(folder, group), faults: [...failure, ...(await Promise.all(ranges)).flat()] };
}

/**
 * Writes a project: first its bases, each in the same way, then its copies, its own files and its settings.
 * @param {string} project
 * @param {string} target
 */
async function writeProject(project, target) {
  const { bases = [], copies = {}, ...settings } = PROJECTS[project] ?? {};
  for (const base of bases) await writeProject(`shared/${base}`, target);
  await mkdir(target, { recursive: true });
  for (const [path, copied] of Object.entries(copies)) await copyTo(join(target, path), copied);
  const own = join(FOLDER, project);
  if (existsSync(own)) await cp(own, target, { recursive: true, filter: (path) => !path.includes('node_modules') });
  for (const [file, value] of Object.entries(settings)) await mergeInto(join(target, file), value);
}

/**
 * @param {string} target
 * @param {string | import('./project-settings.js').Copy} copied
 */
async function copyTo(target, copied) {
  if (typeof copied === 'string') return cp(join(ROOT, copied), target, { recursive: true });
  const { from, replaced } = copied;
  const text = await readFile(join(ROOT, from), 'utf8');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(
    target,
    replaced.reduce((changed, [what, by]) => changed.replaceAll(what, by), text),
  );
}

/**
 * Adds settings to those that a file in JSON has already.
 * @param {string} file
 * @param {object} settings
 */
async function mergeInto(file, settings) {
  const former = await readFile(file, 'utf8').catch(() => '{}');
  await writeFile(file, JSON.stringify(merged(JSON.parse(former), Object(settings)), null, 2));
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
  await cp(join(folder, 'pnpm-lock.yaml'), join(FOLDER, 'pnpm-lock.yaml'));
}

/**
 * A project that is copied must ask for the packages as they are now.
 * @param {string} project
 * @param {readonly import('./lib.js').Packed[]} packages
 */
async function rangeFaults(project, packages) {
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
