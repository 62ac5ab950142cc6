import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EXPECTED_FAILURES } from './conformance/expected-failures.js';
import { checksOf, scenariosOf } from './conformance/suite.js';

// Runs every server scenario of the official conformance suite against servers of real Cuecard prompts, tools and
// resources: for each adapter, in each way that it serves.

/** @type {Readonly<Record<string, readonly string[]>>} */
const ADAPTERS = {
  'mcp-sdk': ['2025-06-18', '2025-11-25', '2026-07-28'],
  'mcp-server': ['2025-06-18', '2025-11-25', '2026-07-28'],
};

/** Ways to serve. */
const SERVINGS = {
  documents: [],
  logging: ['--logging'],
  streams: ['--streams', '--logging'],
};
const NEED_LOGGING = ['logging-set-level', 'tools-call-with-logging'];

/** The check of every scenario, which has passed before anything is tried. */
const OF_ALL = 'wire-schema-valid';

/** @typedef {'passed' | 'expected' | 'skipped' | 'failed'} Outcome */
/** @typedef {{ adapter: string, serving: string, revision: string, scenario: string, outcome: Outcome, faults: string[], failing: string[] }} Result */

const results = /** @type {Result[]} */ ([]);
const disorderly = /** @type {string[]} */ ([]);
for (const adapter of Object.keys(ADAPTERS)) {
  for (const [serving, options] of Object.entries(SERVINGS)) await runServer(adapter, serving, options);
}
const faults = [...results.flatMap(faultLines), ...neverTried(), ...outOfDate(), ...disorderly];
console.log(table());
for (const fault of faults) console.log(`- ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

/**
 * Tries a server with all revisions at the same time.
 * @param {string} adapter
 * @param {string} serving
 * @param {readonly string[]} options
 */
async function runServer(adapter, serving, options) {
  const program = fileURLToPath(new URL('../conformance/dist/server.js', import.meta.url));
  const fixture = spawn(process.execPath, [program, adapter, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  fixture.stderr.on('data', (chunk) => (log += chunk));
  const end = () => fixture.kill('SIGKILL');
  process.once('exit', end);
  const url = await firstLine(fixture.stdout);
  if (url === undefined)
    throw new Error(`The server of ${adapter} (${serving}) ended before it said its address:\n${log}`);
  const revisions = ADAPTERS[adapter] ?? [];
  const ran = revisions.map((revision) => runRevision(url, { adapter, serving, revision }));
  results.push(...(await Promise.all(ran)).flat());
  if (!(await stop(fixture))) disorderly.push(`The server of ${adapter} (${serving}) did not end in order:\n${log}`);
  process.off('exit', end);
}

/** @param {import('node:stream').Readable} stdout */
async function firstLine(stdout) {
  for await (const line of createInterface({ input: stdout })) return line;
  return undefined;
}

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child) {
  if (child.exitCode !== null) return false;
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(10_000) }).catch(() => [null]);
  return code === 0;
}

/**
 * @param {string} url
 * @param {{ adapter: string, serving: string, revision: string }} where
 * @returns {Promise<Result[]>}
 */
async function runRevision(url, where) {
  const [scenarios, checks] = await Promise.all([scenariosOf(where.revision), checksOf(url, where.revision)]);
  const tried = scenarios.filter((scenario) => where.serving !== 'documents' || !NEED_LOGGING.includes(scenario));
  return tried.map((scenario) => ({ ...where, scenario, ...judge(scenario, checks.get(scenario) ?? []) }));
}

/**
 * A scenario that has found nothing to check is skipped.
 * @param {string} scenario
 * @param {readonly import('./conformance/suite.js').Check[]} checks
 * @returns {Pick<Result, 'outcome' | 'faults' | 'failing'>}
 */
function judge(scenario, checks) {
  const expected = EXPECTED_FAILURES[scenario] ?? {};
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const passed = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
  const found = [
    ...(checks.length === 0 ? ['it did not run'] : []),
    ...failed.filter(({ id }) => !Object.hasOwn(expected, id)).map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
    ...passed.filter((id) => Object.hasOwn(expected, id)).map((id) => `${id} passes after all`),
  ];
  const failing = failed.map(({ id }) => id);
  if (found.length > 0) return { outcome: 'failed', faults: found, failing };
  if (failing.length > 0) return { outcome: 'expected', faults: [], failing };
  return { outcome: passed.some((id) => id !== OF_ALL) ? 'passed' : 'skipped', faults: [], failing };
}

/** @param {Result} result */
function faultLines({ adapter, serving, revision, scenario, faults: found }) {
  return found.map((fault) => `${adapter} (${serving}), ${revision}, ${scenario}: ${fault}`);
}

/** The scenarios that have found nothing to check in any way of serving. */
function neverTried() {
  const nameOf = (/** @type {Result} */ { adapter, revision, scenario }) => `${adapter}, ${revision}, ${scenario}`;
  const tried = new Set(results.filter(({ outcome }) => outcome !== 'skipped').map(nameOf));
  const all = new Set(results.map(nameOf));
  return [...all].filter((name) => !tried.has(name)).map((name) => `${name}: it found nothing to check`);
}

/** The expected failures of checks that none of the scenarios has. */
function outOfDate() {
  return Object.entries(EXPECTED_FAILURES).flatMap(([scenario, checks]) => {
    const failing = new Set(results.flatMap((result) => (result.scenario === scenario ? result.failing : [])));
    const gone = Object.keys(checks).filter((check) => !failing.has(check));
    return gone.map((check) => `${scenario}: ${check} is expected to fail, and never does`);
  });
}

/** How many scenarios have come out how, by adapter, revision and way of serving. */
function table() {
  const outcomes = /** @type {const} */ (['passed', 'expected', 'skipped', 'failed']);
  const rows = Object.entries(ADAPTERS).flatMap(([adapter, revisions]) =>
    revisions.flatMap((revision) =>
      Object.keys(SERVINGS).map((serving) => {
        const own = results.filter((one) => {
          return one.adapter === adapter && one.revision === revision && one.serving === serving;
        });
        const counts = outcomes.map((outcome) => String(own.filter((one) => one.outcome === outcome).length));
        return [adapter, revision, serving, ...counts];
      }),
    ),
  );
  return [['', '', '', ...outcomes], ...rows].map((cells) => cells.map((cell) => cell.padEnd(15)).join('')).join('\n');
}
