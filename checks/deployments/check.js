import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sideBySide } from '../lib.js';
import { installProjects } from '../projects.js';
import { DEPLOYMENTS, RUNTIMES } from './deployments.js';
import { faultsOf } from './trial.js';

// Serves the projects of `projects/deployments` where each belongs, and asks them with the official client.

export const title = 'Deployments';
export const seconds = 31;
export const hasParts = true;
export const needs = /** @type {const} */ (['packed']);

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const deployments = rig.members(DEPLOYMENTS);
  const names = [...new Set(deployments.map(({ project }) => project))];
  const { folder, faults: found } = await installProjects(rig, 'deployments', names);
  if (found.length > 0) return found;
  const tried = await sideBySide(deployments, (deployment) => {
    const missing = deployment.runtimes.filter(
      (runtime) => !existsSync(join(folder, '../node_modules', runtime, RUNTIMES[runtime][1])),
    );
    const name = `${deployment.title}: ${deployment.ways.join(', ')}`;
    return rig.try(name, async () =>
      missing.length > 0 ? withoutRuntimes(name, missing) : faultsOf(deployment, folder),
    );
  });
  return tried.flat();
}

/**
 * A runtime that npm cannot install fails in CI; elsewhere its deployments are left out.
 * @param {string} name
 * @param {readonly string[]} missing
 */
function withoutRuntimes(name, missing) {
  const problem = `npm could not install ${missing.join(', ')} on ${process.platform}-${process.arch}`;
  if (process.env['CI'] !== undefined) return [problem];
  console.log(`        ${name} is left out, because ${problem}`);
  return [];
}
