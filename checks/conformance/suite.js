import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../lib.js';

/** @typedef {{ id: string, status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO', errorMessage?: string }} Check */

const SUITE = [
  '--import',
  new URL('globless-fs.js', import.meta.url).href,
  fileURLToPath(new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url)),
];

/**
 * The server scenarios that the suite has for a revision. Those of extensions are none of these.
 * @param {string} revision
 */
export async function scenariosOf(revision) {
  const { output } = await run(process.execPath, [...SUITE, 'list', '--server', '--spec-version', revision]);
  const scenarios = [...output.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name]) => String(name));
  if (scenarios.length === 0) throw new Error(`The suite lists no scenarios for ${revision}:\n${output}`);
  return scenarios;
}

/**
 * Runs every scenario of a revision against a server, one after the other.
 * @param {string} url
 * @param {string} revision
 * @returns {Promise<Map<string, Check[]>>} the checks by scenario
 */
export async function checksOf(url, revision) {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const asked = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '--output-dir', folder];
    await run(process.execPath, [...SUITE, ...asked]);
    const names = await readdir(folder);
    return new Map(await Promise.all(names.map((name) => checksIn(folder, name))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The suite names a folder `server-<scenario>-<time>`.
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<[string, Check[]]>}
 */
async function checksIn(folder, name) {
  const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
  return [scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))];
}
