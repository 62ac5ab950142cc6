import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll, readManifest } from '../packed-package.js';
import { installProjects, projectsIn, rangeFaults } from '../projects.js';
import { report } from '../report.js';
import { sideBySide } from '../side-by-side.js';
import { DEPLOYMENTS, RUNTIMES } from './deployments.js';
import { faultsOf } from './trial.js';

// Serves the projects of `deployments` with the packed packages where each belongs, and asks them with the official client.
// Part of a title as an argument tries only these.

const SOURCE = fileURLToPath(new URL('../../deployments', import.meta.url));

const [, , wanted = ''] = process.argv;
const work = await realpath(await mkdtemp(join(tmpdir(), 'cuecard-deployments-')));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

const packages = await packAll(work);
const folder = join(work, 'deployments');
const isWell = report('deployments, installed', await installationFaults());
process.exit(isWell && (await tryAll()) ? 0 : 1); // Whatever has not ended by itself ends with this process.

async function installationFaults() {
  const faults = await installProjects(SOURCE, folder, packages);
  for (const project of [folder, ...(await projectsIn(folder))]) {
    const { name, dependencies } = await readManifest(project);
    faults.push(...(await rangeFaults(Object(dependencies), packages)).map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

async function tryAll() {
  const trials = DEPLOYMENTS.map((deployment) => ({
    deployment,
    title: `${deployment.title}: ${deployment.ways.join(', ')}`,
  }));
  const tried = await sideBySide(
    trials.filter(({ title }) => title.includes(wanted)),
    tryOne,
  );
  return tried.length > 0 && tried.every(Boolean);
}

/**
 * A runtime that cannot be had fails in CI; elsewhere its deployments are left out.
 * @param {{ deployment: import('./deployments.js').Deployment, title: string }} trial
 */
async function tryOne({ deployment, title }) {
  const missing = deployment.runtimes.filter((runtime) => !isInstalled(runtime));
  if (missing.length > 0) {
    const problem = `npm could not install ${missing.join(', ')} on ${process.platform}-${process.arch}`;
    return process.env['CI'] === undefined
      ? report(`${title}: left out, for ${problem}`, [])
      : report(title, [problem]);
  }
  const started = performance.now();
  const faults = await faultsOf(deployment, folder);
  return report(`${title}, after ${((performance.now() - started) / 1_000).toFixed(1)} s`, faults);
}

/** @param {keyof typeof RUNTIMES} runtime */
function isInstalled(runtime) {
  return existsSync(join(folder, 'node_modules', runtime, RUNTIMES[runtime][1]));
}
