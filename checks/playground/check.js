import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, run } from '../lib.js';

// Uses the page of the playground in a real browser. Playwright runs the flows, and reports them.

const PLAYWRIGHT = join(ROOT, 'checks/node_modules/@playwright/test/cli.js');
const CONFIG = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

export const title = 'Playground';
export const seconds = 70;
export const hasParts = true;
export const needs = /** @type {const} */ (['chromium']);

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const options = {
    config: CONFIG,
    output: join(process.env['SHOTS'] ?? (await rig.scratch('report')), 'flows'), // Playwright empties it.
    grep: rig.part.replaceAll(/\W/g, '.'),
    reporter: 'list',
  };
  const projects = (rig.isUpdate ? ['flows', 'pictures'] : ['flows']).map((name) => `--project=${name}`);
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const { code, output } = await run(process.execPath, [PLAYWRIGHT, 'test', ...args, ...projects]);
  rig.hasPart = true; // Playwright fails if there is none.
  if (code !== 0) return [output];
  console.log(output);
  return [];
}
