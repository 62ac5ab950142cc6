import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, run } from '../lib.js';

// Uses the page of the playground in a real browser. Playwright runs the flows.

/** @typedef {import('@playwright/test/reporter').JSONReportSuite} Suite */

const PLAYWRIGHT = join(ROOT, 'checks/node_modules/@playwright/test/cli.js');
const CONFIG = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

export const title = 'Playground';
export const seconds = 70;
export const hasParts = true;
export const needs = /** @type {const} */ (['chromium']);

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const folder = await rig.scratch('report');
  const file = join(folder, 'report.json');
  const projects = rig.isUpdate ? ['flows', 'pictures'] : ['flows'];
  const options = {
    config: CONFIG,
    output: join(process.env['SHOTS'] ?? folder, 'flows'), // Playwright empties it.
    grep: rig.part.replaceAll(/\W/g, '.'),
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  args.push('--pass-with-no-tests', '--reporter=json', ...projects.map((name) => `--project=${name}`));
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code, output } = await run(process.execPath, [PLAYWRIGHT, 'test', ...args], { env });
  /** @type {import('@playwright/test/reporter').JSONReport} */
  const report = await readFile(file, 'utf8').then(JSON.parse, () => ({ suites: [], errors: [] }));
  const found = report.errors.map(textOf);
  const specs = report.suites.flatMap(specsOf);
  rig.hasPart = specs.length > 0;
  for (const { title: flow, file: spec, tests } of specs)
    for (const { duration, errors } of tests.flatMap(({ results }) => results)) {
      const name = `${spec} ${flow}`;
      console.log(`${errors.length === 0 ? 'ok    ' : 'FAILED'}  ${name} (${(duration / 1_000).toFixed(1)} s)`);
      found.push(...errors.map((error) => `${name}: ${textOf(error)}`));
    }
  return code === 0 || found.length > 0 ? found : [output];
}

/**
 * The specs of a file, also of those that it describes.
 * @param {Suite} suite
 * @returns {Suite['specs']}
 */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** @param {import('@playwright/test/reporter').TestError} error */
function textOf({ message = 'an error without a message' }) {
  return stripVTControlCharacters(message);
}
