import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll, readManifest } from '../packed-package.js';
import { installProjects, lockProjects, projectsIn, rangeFaults } from '../projects.js';
import { report } from '../report.js';
import { run } from '../run.js';

// Runs the tests of @cuecard/nestjs, as Node runs applications, in the versions of Nest that it takes, each compiled as its
// users do. With `--lock`, only the lockfile is written anew; the name of a project tries that alone.

const SOURCE = fileURLToPath(new URL('../../nest', import.meta.url));
const TESTS = fileURLToPath(new URL('../../packages/nestjs/test', import.meta.url));

/** How long the tests of a project may take. */
const LIMIT_MS = 300_000;

const [, , wanted = ''] = process.argv;
const work = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-nest-')));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

const packages = await packAll(work);
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
  const acceptance = join(project, 'acceptance');
  await cp(TESTS, acceptance, { recursive: true });
  const { dependencies } = await readManifest(project);
  if ('@nestjs/throttler' in Object(dependencies))
    await cp(join(folder, 'ecosystem'), join(acceptance, 'ecosystem'), { recursive: true });
  const ran = await run('pnpm', ['run', 'test'], { cwd: project, limitMs: LIMIT_MS });
  return ran.code === 0 ? [] : [ran.output];
}
