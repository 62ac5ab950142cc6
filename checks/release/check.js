import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { ROOT, run } from '../lib.js';
import { NEW_PROJECTS, newProjectFaults } from './new-projects.js';
import { packagePageFaults, pageFaults, PAGES } from './pages.js';
import { startRegistry } from './registry.js';

// Rehearses a release: the steps of the workflow publish the packages to a registry on this machine, and strangers use them
// from there. CI tries the first project; `--all` tries each, and follows the pages of the documentation.

export const title = 'Release';
export const seconds = 40;
export const hasParts = true;
export const needs = /** @type {const} */ (['packed']);

/** The steps that run without GitHub. */
const STEP = /^node build\/release\/(?:publish|dependencies)\.js(?! audit)/;
const PUBLISH = /publish\.js/;

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const { env } = await startRegistry(await rig.scratch('registry'));
  const published = await rig.try('published by the steps of the workflow', () => publishFaults(rig, env));
  if (published.length > 0) return published;
  const found = [];
  for (const { title: name, work } of chosen(rig, env))
    found.push(...(await rig.try(name, async () => work(await rig.scratch(`work/${name.replaceAll(/\W+/g, '-')}`)))));
  return found;
}

/** @typedef {{ title: string, work: (folder: string) => Promise<string[]> }} Part */

/**
 * @param {import('../lib.js').Rig} rig
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly Part[]}
 */
function chosen(rig, env) {
  const packagePages = rig.packages.map(({ folder }) => `packages/${basename(folder)}/README.md`);
  /** @type {readonly Part[]} */
  const parts = [
    ...NEW_PROJECTS.map(({ title: name, command }) => ({
      title: name,
      work: (/** @type {string} */ folder) => newProjectFaults(folder, command, env),
    })),
    ...PAGES.map((page) => ({ title: page, work: (/** @type {string} */ folder) => pageFaults(page, folder, env) })),
    ...packagePages.map((page) => ({
      title: page,
      work: (/** @type {string} */ folder) => packagePageFaults(page, folder, env),
    })),
  ];
  return rig.isWhole || rig.part !== '' ? rig.parts(parts) : parts.slice(0, 1);
}

/**
 * Runs the steps of the workflow in a folder that has what the job has: the scripts and the tarballs.
 * @param {import('../lib.js').Rig} rig
 * @param {NodeJS.ProcessEnv} env
 */
async function publishFaults(rig, env) {
  const folder = await rig.scratch('job');
  await symlink(join(ROOT, 'build'), join(folder, 'build'));
  await mkdir(join(folder, 'release'));
  for (const { tarball } of rig.packages) await cp(tarball, join(folder, 'release', basename(tarball)));
  const steps = (await workflowSteps()).filter((step) => rig.isWhole || PUBLISH.test(step));
  if (!steps.some((step) => PUBLISH.test(step))) return ['The workflow publishes nothing'];
  for (const step of steps) {
    const { code, output } = await run('bash', ['-ec', step], { cwd: folder, env });
    if (code !== 0) return [`\`${step}\` fails:\n${output}`];
  }
  return [];
}

/** @returns {Promise<string[]>} */
async function workflowSteps() {
  const { jobs } = parse(await readFile(join(ROOT, '.github/workflows/release.yml'), 'utf8'));
  /** @type {readonly { steps: readonly { run?: string }[] }[]} */
  const all = Object.values(jobs);
  return all.flatMap(({ steps }) => steps.flatMap(({ run: step = '' }) => (STEP.test(step) ? [step] : [])));
}
