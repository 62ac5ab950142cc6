import { join } from 'node:path';
import { run } from '../lib.js';
import { installProjects } from '../projects.js';

// Runs the tests of @cuecard/nestjs, as Node runs applications, in the versions of Nest that it takes, each compiled as its
// users do, and the tests of the support desk in Vitest.

export const title = 'Applications of Nest';
export const seconds = 60;
export const hasParts = true;
export const needs = /** @type {const} */ (['packed']);

/** The maximum time of the tests of a project. */
const LIMIT_MS = 300_000;

/** From the oldest version to the newest. */
const APPLICATIONS = [
  { project: 'nest-11.0', title: 'Nest 11.0.1, the oldest that is taken, CommonJS of tsc, on the oldest Node' },
  { project: 'nest-11', title: 'Nest 11, CommonJS of tsc and of swc, with the Jest that `nest new` configures' },
  { project: 'desk', title: 'The support desk of examples/nestjs-desk, its tests in Vitest' },
  { project: 'nest-12', title: 'Nest 12, ES modules of tsc, beside CommonJS on the oldest Node' },
];

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const applications = rig.members(APPLICATIONS);
  const names = applications.map(({ project }) => project);
  const { folder, faults: found } = await installProjects(rig, 'nest', names);
  if (found.length > 0) return found;
  const tried = [];
  for (const { project, title: name } of applications)
    tried.push(...(await rig.try(name, () => failuresOf(join(folder, project)))));
  return tried;
}

/** @param {string} project */
async function failuresOf(project) {
  const { code, output } = await run('pnpm', ['run', 'test'], { cwd: project, limitMs: LIMIT_MS });
  return code === 0 ? [] : [output];
}
