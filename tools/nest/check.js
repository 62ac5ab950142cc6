import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack, packAll, readManifest } from '../packed-package.js';
import { installProjects, lockProjects, projectsIn, rangeFaults } from '../projects.js';
import { report } from '../report.js';
import { run } from '../run.js';

// Runs the tests of @cuecard/nestjs, as Node runs applications, in the versions of Nest that it takes, each compiled as its
// users do, and the tests of the support desk in Vitest. With `--lock`, only the lockfile is written anew; the name of a project tries that alone.

const SOURCE = fileURLToPath(new URL('../../nest', import.meta.url));
const TESTS = fileURLToPath(new URL('../../packages/nestjs/test', import.meta.url));
const DESK = fileURLToPath(new URL('../../examples/nestjs-desk', import.meta.url));
const SHARED_PACK = fileURLToPath(new URL('../../examples/shared-pack', import.meta.url));

/** What the project of the desk has of its own. */
const OWN_OF_DESK = new Set(['dist', 'node_modules', 'package.json', 'tsconfig.json', 'tsconfig.tsbuildinfo']);

/** How long the tests of a project may take. */
const LIMIT_MS = 300_000;

const [, , wanted = ''] = process.argv;
const work = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-nest-')));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

const sharedPack = { name: '@cuecard/example-shared-pack', ...(await pack(SHARED_PACK, join(work, 'shared-pack'))) };
const packages = [...(await packAll(work)), sharedPack];
const folder = join(work, 'nest');
const faults = await installProjects(SOURCE, folder, packages);
if (wanted === '--lock') {
  await lockProjects(SOURCE, folder);
  process.exit();
}
process.exit(report('applications of Nest, installed', faults) && (await tryAll()) ? 0 : 1);

async function tryAll() {
  let isWell = true;
  for (const project of await projectsIn(folder)) {
    if (!existsSync(join(project, 'package.json'))) continue;
    const { name, description, scripts, dependencies } = await readManifest(project);
    if (scripts === undefined || !name.includes(wanted)) continue;
    const started = performance.now();
    const found = [...(await rangeFaults(Object(dependencies), packages)), ...(await failuresOf(project))];
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    isWell = report(`${description}, after ${seconds} s`, found) && isWell;
  }
  return isWell;
}

/** @param {string} project */
async function failuresOf(project) {
  const { name, dependencies } = await readManifest(project);
  if (name === 'desk')
    await cp(DESK, project, { recursive: true, filter: (path) => !OWN_OF_DESK.has(relative(DESK, path)) });
  else await addAcceptance(project, Object(dependencies));
  const ran = await run('pnpm', ['run', 'test'], { cwd: project, limitMs: LIMIT_MS });
  return ran.code === 0 ? [] : [ran.output];
}

/**
 * @param {string} project
 * @param {object} dependencies
 */
async function addAcceptance(project, dependencies) {
  const acceptance = join(project, 'acceptance');
  await cp(TESTS, acceptance, { recursive: true });
  if ('@nestjs/throttler' in dependencies)
    await cp(join(folder, 'ecosystem'), join(acceptance, 'ecosystem'), { recursive: true });
}
