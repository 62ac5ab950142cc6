import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consumerFaults } from './consumer.js';
import { installationFaults, PACKAGE_MANAGERS } from './installations.js';
import { installCommand, NEW_PROJECTS, newProjectFaults } from './new-projects.js';
import { faultsOf, packAll, readManifest } from './packed-package.js';
import { installProjects, lockProjects, projectsIn } from './projects.js';
import { report } from './report.js';
import { sideBySide } from './side-by-side.js';
import { tryToolchain } from './toolchains.js';

// Checks what would be published: every public package by itself as a tarball, all tarballs in one project, in the projects
// of `toolchains`, and in those that the command line makes. With `--lock`, only the lockfiles of `toolchains` and of
// `deployments` are written anew.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOLCHAINS = join(ROOT, 'toolchains');

const work = await mkdtemp(join(tmpdir(), 'cuecard-packages-'));
process.once('exit', () => rmSync(work, { recursive: true }));

const packages = await packAll(work);
if (process.argv.includes('--lock')) {
  for (const workspace of ['toolchains', 'deployments']) {
    await installProjects(join(ROOT, workspace), join(work, workspace), packages);
    await lockProjects(join(ROOT, workspace), join(work, workspace));
  }
  process.exit();
}

const results = await Promise.all([checkTogether(), ...packages.map(checkAlone)]);
for (const manager of PACKAGE_MANAGERS) results.push(await checkInstallation(manager));
results.push(await checkToolchains(), await checkNewProjects());
process.exitCode = results.every(Boolean) ? 0 : 1;

/** @param {Awaited<ReturnType<typeof packAll>>[number]} packed */
async function checkAlone(packed) {
  return report(packed.name, await faultsOf(packed.folder, packed));
}

async function checkTogether() {
  const consumer = join(work, 'consumer');
  await mkdir(consumer);
  const { version } = await readManifest(join(ROOT, 'node_modules/@types/node'));
  return report('a project that uses all of them', await consumerFaults(consumer, packages, String(version)));
}

/** @param {string} manager */
async function checkInstallation(manager) {
  return report(`installed by ${manager}`, await installationFaults(manager, join(work, manager), packages));
}

async function checkToolchains() {
  const folder = join(work, 'toolchains');
  const faults = await installProjects(TOOLCHAINS, folder, packages);
  if (faults.length > 0) return report('toolchains', faults);
  const tried = await sideBySide(await projectsIn(folder), async (project) => {
    const { title, faults: found } = await tryToolchain(project, packages);
    return report(title, found);
  });
  return tried.every(Boolean);
}

async function checkNewProjects() {
  const command = await installCommand(join(work, 'command'), packages);
  const tried = await sideBySide(NEW_PROJECTS, async (kind) => {
    const folder = join(work, `new-${kind.container}`);
    const title = `a new project with ${kind.container} and tests for ${kind.tests}`;
    return report(title, await newProjectFaults(command, folder, kind, packages));
  });
  return tried.every(Boolean);
}
