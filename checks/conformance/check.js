import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../lib.js';
import { EXPECTED_FAILURES } from './expected-failures.js';
import { checksOf, scenariosOf } from './suite.js';

// Runs every server scenario of the official conformance suite against servers of real Cuecard prompts, tools and
// resources: `@cuecard/server` in each mode, and servers of the official SDKs that `bindRuntime` has bound.

const ALL_REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];
const MODES = {
  documents: [],
  logging: ['--logging'],
  streams: ['--streams', '--logging'],
};

/** @typedef {{ revisions: readonly string[], modes: Readonly<Record<string, readonly string[]>> }} Server */

/** @type {Readonly<Record<string, Server>>} */
const SERVERS = {
  '@cuecard/server': { revisions: ALL_REVISIONS, modes: MODES },
  '@cuecard/mcp-sdk': { revisions: ['2025-06-18', '2025-11-25'], modes: { logging: MODES.logging } },
  '@cuecard/mcp-sdk/v2': { revisions: ALL_REVISIONS, modes: { logging: MODES.logging } },
};
const NEED_LOGGING = ['logging-set-level', 'tools-call-with-logging'];

/** The check of every scenario, which has passed before anything is tried. */
const OF_ALL = 'wire-schema-valid';

const OUTCOMES = /** @type {const} */ (['passed', 'expected', 'skipped', 'failed']);

/** @typedef {(typeof OUTCOMES)[number]} Outcome */
/** @typedef {{ server: string, mode: string, revision: string, scenario: string, outcome: Outcome, faults: string[], failing: string[] }} Result */

const results = /** @type {Result[]} */ ([]);
const disorderly = /** @type {string[]} */ ([]);
export const title = 'Conformance';
export const seconds = 30;

export async function faults() {
  for (const [server, { revisions, modes }] of Object.entries(SERVERS))
    for (const [mode, options] of Object.entries(modes)) await runServer({ server, mode, options, revisions });
  return [...results.flatMap(faultLines), ...neverTried(), ...outOfDate(), ...disorderly];
}

/**
 * Tries a server with all revisions at the same time.
 * @param {{ server: string, mode: string, options: readonly string[], revisions: readonly string[] }} started
 */
async function runServer({ server, mode, options, revisions }) {
  const program = fileURLToPath(new URL('dist/server.js', import.meta.url));
  const host = new ServerProcess(process.execPath, [program, server, ...options]);
  const url = await host.printed(/^http\S+(?=\n)/m);
  const ran = revisions.map((revision) => runRevision(url, { server, mode, revision }));
  const found = (await Promise.all(ran)).flat();
  const counts = OUTCOMES.map((outcome) => `${found.filter((result) => result.outcome === outcome).length} ${outcome}`);
  console.log(`${server} (${mode}): ${counts.join(', ')}`);
  results.push(...found);
  const code = await host.stop();
  if (code !== 0) disorderly.push(`${server} (${mode}) ended with ${code} after SIGTERM:\n${host.output}`);
}

/**
 * @param {string} url
 * @param {{ server: string, mode: string, revision: string }} where
 * @returns {Promise<Result[]>}
 */
async function runRevision(url, where) {
  const [scenarios, checks] = await Promise.all([scenariosOf(where.revision), checksOf(url, where.revision)]);
  const tried = scenarios.filter((scenario) => where.mode !== 'documents' || !NEED_LOGGING.includes(scenario));
  return tried.map((scenario) => ({
    ...where,
    scenario,
    ...judge(where.server, scenario, checks.get(scenario) ?? []),
  }));
}

/**
 * A scenario that has found nothing to check is skipped.
 * @param {string} server
 * @param {string} scenario
 * @param {readonly import('./suite.js').Check[]} checks
 * @returns {Pick<Result, 'outcome' | 'faults' | 'failing'>}
 */
function judge(server, scenario, checks) {
  const expected = EXPECTED_FAILURES[server]?.[scenario] ?? {};
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const failing = failed.map(({ id }) => id);
  const passed = checks.filter(({ id, status }) => status === 'SUCCESS' && !failing.includes(id)).map(({ id }) => id);
  const found = [
    ...(checks.length === 0 ? ['it did not run'] : []),
    ...failed.filter(({ id }) => !Object.hasOwn(expected, id)).map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
    ...passed.filter((id) => Object.hasOwn(expected, id)).map((id) => `${id} passes after all`),
  ];
  if (found.length > 0) return { outcome: 'failed', faults: found, failing };
  if (failing.length > 0) return { outcome: 'expected', faults: [], failing };
  return { outcome: passed.some((id) => id !== OF_ALL) ? 'passed' : 'skipped', faults: [], failing };
}

/** @param {Result} result */
function faultLines({ server, mode, revision, scenario, faults: found }) {
  return found.map((fault) => `${server} (${mode}), ${revision}, ${scenario}: ${fault}`);
}

/** The scenarios that have found nothing to check in any mode. */
function neverTried() {
  const nameOf = (/** @type {Result} */ { server, revision, scenario }) => `${server}, ${revision}, ${scenario}`;
  const tried = new Set(results.filter(({ outcome }) => outcome !== 'skipped').map(nameOf));
  const all = new Set(results.map(nameOf));
  return [...all].filter((name) => !tried.has(name)).map((name) => `${name}: it found nothing to check`);
}

/** The expected failures that no run has. */
function outOfDate() {
  return Object.entries(EXPECTED_FAILURES).flatMap(([server, scenarios]) =>
    Object.entries(scenarios).flatMap(([scenario, checks]) => {
      const runs = results.filter((result) => result.server === server && result.scenario === scenario);
      const failing = new Set(runs.flatMap((result) => result.failing));
      const passing = Object.keys(checks).filter((check) => !failing.has(check));
      return passing.map((check) => `${server}, ${scenario}: ${check} is expected to fail, and never does`);
    }),
  );
}
