import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../lib.js';

const SUITE = [
  '--import',
  new URL('globless-fs.js', import.meta.url).href,
  fileURLToPath(new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url)),
];

/** The check of every scenario, which has passed before anything is tried. */
const OF_ALL = 'wire-schema-valid';

/**
 * The outcome of all scenarios of a revision.
 * @typedef {object} Outcome
 * @property {readonly string[]} faults
 * @property {readonly string[]} failures those of the baseline that have failed
 * @property {readonly string[]} tried the scenarios that have found something to check
 * @property {readonly string[]} untried the others
 */

/**
 * Runs every scenario of a revision against a server, one after the other.
 * @param {string} url
 * @param {string} revision
 * @param {{ baseline: string, folder: string }} files the expected failures, and an empty folder for the results
 * @returns {Promise<Outcome>}
 */
export async function outcomeOf(url, revision, { baseline, folder }) {
  const options = [
    '--suite',
    'all',
    '--spec-version',
    revision,
    '--expected-failures',
    baseline,
    '--output-dir',
    folder,
  ];
  const { code, output } = await run(process.execPath, [...SUITE, 'server', '--url', url, ...options]);
  const scenarios = await Promise.all((await readdir(folder)).map((name) => scenarioIn(folder, name)));
  const namesOf = (/** @type {boolean} */ isTried) =>
    scenarios.filter((scenario) => scenario.isTried === isTried).map(({ name }) => name);
  return {
    faults: code === 0 && scenarios.length > 0 ? [] : [output],
    failures: [...output.matchAll(/^ {2}~ (\S+)$/gm)].map(([, failure = '']) => failure),
    tried: namesOf(true),
    untried: namesOf(false),
  };
}

/**
 * The suite names a folder `server-<scenario>-<time>`.
 * @param {string} folder
 * @param {string} name
 */
async function scenarioIn(folder, name) {
  /** @type {{ id: string, status: string }[]} */
  const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'));
  const isTried = checks.some(({ id, status }) => id !== OF_ALL && /SUCCESS|FAILURE|WARNING/.test(status));
  return { name: /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name, isTried };
}
