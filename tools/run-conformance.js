import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util';
import { run } from './run.js';

// Runs the official conformance suite against servers of real Cuecard prompts and resources, one for each adapter, scenario
// by scenario: as a whole it would also ask for tools, which such a server does not have.

const COMMON = [
  'dns-rebinding-protection',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'completion-complete',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
];
const WITH_CONNECTIONS = [
  'server-initialize',
  'ping',
  'server-session-lifecycle',
  'resources-subscribe',
  'resources-unsubscribe',
  ...COMMON,
];
const STATELESS = [
  'server-stateless',
  'caching',
  'sep-2164-resource-not-found',
  'input-required-result-non-tool-request',
  'input-required-result-unsupported-methods',
  ...COMMON,
];

/** @type {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>} */
const ADAPTERS = {
  'mcp-sdk': { '2025-06-18': WITH_CONNECTIONS, '2025-11-25': WITH_CONNECTIONS },
  'mcp-server': { '2025-06-18': WITH_CONNECTIONS, '2025-11-25': WITH_CONNECTIONS, '2026-07-28': STATELESS },
};

/**
 * The checks that fail, and why; one that passes after all is a failure too.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const EXPECTED_FAILURES = {
  'server-stateless': {
    'sep-2575-discover-capabilities-match-handlers':
      'it wants -32601 for tools/list, which hosts take for a dead server',
    'sep-2575-server-rejects-undeclared-capability': 'it calls the tool test_missing_capability',
    'sep-2575-missing-capability-http-400': 'it calls the tool test_missing_capability',
    'sep-2575-http-server-no-independent-requests-on-stream': 'it calls the tool test_streaming_elicitation',
    'sep-2575-server-no-log-without-loglevel': 'it calls the tool test_logging_tool',
  },
};

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const SUITE = [
  '--import',
  new URL('globless-fs.js', import.meta.url).href,
  here('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
];

/** @typedef {{ adapter: string, scenario: string, revision: string, outcome: 'passed' | 'failed' | 'skipped', output: string }} Result */

// One adapter after the other; its revisions at the same time, the scenarios of one after the other.
/** @type {Result[]} */
const results = [];
/** @type {string[]} */
const disorderly = [];
for (const [adapter, revisions] of Object.entries(ADAPTERS)) {
  const fixture = spawn(process.execPath, [here('../conformance/dist/server.js'), adapter], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => fixture.kill('SIGKILL'));
  const url = await firstLine(fixture);
  const runs = Object.entries(revisions).map(([revision, scenarios]) =>
    runRevision({ adapter, url, revision }, scenarios),
  );
  results.push(...(await Promise.all(runs)).flat());
  if (!(await stop(fixture))) disorderly.push(adapter);
}

for (const { adapter, scenario, revision, output } of results.filter(({ outcome }) => outcome === 'failed')) {
  console.log(`--- ${adapter}: ${scenario} at ${revision}\n${output}\n`);
}
console.log(table(results));
for (const adapter of disorderly)
  console.log(`\nThe server of ${adapter} did not end in order when it was told to stop.`);
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = count('failed') === 0 && disorderly.length === 0 ? 0 : 1;

/** @param {import('node:child_process').ChildProcess} child */
async function firstLine({ stdout }) {
  if (stdout === null) throw new Error('The server has no stdout');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The server ended before it said its address');
}

/** @typedef {{ adapter: string, url: string, revision: string }} Target */

/**
 * @param {Target} target
 * @param {readonly string[]} scenarios
 */
async function runRevision(target, scenarios) {
  /** @type {Result[]} */
  const ran = [];
  for (const scenario of scenarios) ran.push(await runScenario(target, scenario));
  return ran;
}

/**
 * @param {Target} target
 * @param {string} scenario
 * @returns {Promise<Result>}
 */
async function runScenario({ adapter, url, revision }, scenario) {
  const asked = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision];
  const { code, output } = await run(process.execPath, [...SUITE, ...asked]);
  return { adapter, scenario, revision, outcome: outcomeOf(scenario, code, output), output };
}

/**
 * A scenario that found nothing to check has not passed, unless the revision does not have what it checks.
 * @param {string} scenario
 * @param {number | null} code
 * @param {string} output
 */
function outcomeOf(scenario, code, output) {
  const expected = Object.keys(EXPECTED_FAILURES[scenario] ?? {});
  if (expected.length > 0) return isDeepStrictEqual(failuresIn(output), expected.toSorted()) ? 'passed' : 'failed';
  if (code !== 0) return 'failed';
  if (/^SKIPPED: .* not applicable at spec version/m.test(output)) return 'skipped';
  return /^Passed: [1-9]/m.test(output) ? 'passed' : 'failed';
}

/**
 * The names of the checks that have failed.
 * @param {string} output
 */
function failuresIn(output) {
  const lines = stripVTControlCharacters(output).matchAll(/^\S+ \[(\S+) *\] FAILURE /gm);
  return [...lines].map(([, check]) => check).toSorted();
}

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child) {
  if (child.exitCode !== null) return false;
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(10_000) }).catch(() => [null]);
  return code === 0;
}

/** @param {readonly Result[]} all */
function table(all) {
  const columns = Object.entries(ADAPTERS).flatMap(([adapter, revisions]) =>
    Object.keys(revisions).map((revision) => ({ adapter, revision })),
  );
  const rows = [...new Set([...WITH_CONNECTIONS, ...STATELESS])].map((scenario) => {
    const outcomes = columns.map(({ adapter, revision }) => {
      const result = all.find(
        (one) => one.adapter === adapter && one.revision === revision && one.scenario === scenario,
      );
      return result?.outcome ?? '';
    });
    return [scenario, ...outcomes];
  });
  const headings = [
    ['', ...columns.map(({ adapter }) => adapter)],
    ['', ...columns.map(({ revision }) => revision)],
  ];
  return [...headings, ...rows]
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(column === 0 ? 43 : 12))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {Result['outcome']} outcome */
function count(outcome) {
  return results.filter((result) => result.outcome === outcome).length;
}
