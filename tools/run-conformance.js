import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

// Runs the official conformance suite against a server of real Cuecard prompts and resources, scenario by scenario: as a
// whole it would also ask for tools, which such a server does not have.

const REVISIONS = ['2025-06-18', '2025-11-25'];
const SCENARIOS = [
  'server-initialize',
  'ping',
  'server-session-lifecycle',
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
  'resources-subscribe',
  'resources-unsubscribe',
];

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const SUITE = [
  '--import',
  new URL('globless-fs.js', import.meta.url).href,
  here('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
];

/** @typedef {{ scenario: string, revision: string, outcome: 'passed' | 'failed' | 'skipped', output: string }} Result */

const fixture = spawn(process.execPath, [here('../conformance/dist/server.js')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => fixture.kill('SIGKILL'));
const url = await firstLine(fixture);

// The revisions at the same time, the scenarios of one after the other.
const results = (await Promise.all(REVISIONS.map((revision) => runRevision(revision)))).flat();
const stopped = await stop(fixture);

for (const { scenario, revision, output } of results.filter(({ outcome }) => outcome === 'failed')) {
  console.log(`--- ${scenario} at ${revision}\n${output}\n`);
}
console.log(table(results));
if (!stopped) console.log('\nThe server did not end in order when it was told to stop.');
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = count('failed') === 0 && stopped ? 0 : 1;

/** @param {import('node:child_process').ChildProcess} child */
async function firstLine({ stdout }) {
  if (stdout === null) throw new Error('The server has no stdout');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('The server ended before it said its address');
}

/** @param {string} revision */
async function runRevision(revision) {
  /** @type {Result[]} */
  const ran = [];
  for (const scenario of SCENARIOS) ran.push(await runScenario(scenario, revision));
  return ran;
}

/**
 * @param {string} scenario
 * @param {string} revision
 * @returns {Promise<Result>}
 */
async function runScenario(scenario, revision) {
  const asked = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision];
  const { code, output } = await run(process.execPath, [...SUITE, ...asked]);
  return { scenario, revision, outcome: outcomeOf(code, output), output };
}

/**
 * A scenario that found nothing to check has not passed, unless the revision does not have what it checks.
 * @param {number | null} code
 * @param {string} output
 */
function outcomeOf(code, output) {
  if (code !== 0) return 'failed';
  if (/^SKIPPED: .* not applicable at spec version/m.test(output)) return 'skipped';
  return /^Passed: [1-9]/m.test(output) ? 'passed' : 'failed';
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
  const rows = SCENARIOS.map((scenario) => {
    const outcomes = REVISIONS.map(
      (revision) => all.find((one) => one.scenario === scenario && one.revision === revision)?.outcome,
    );
    return [scenario, ...outcomes];
  });
  return [['', ...REVISIONS], ...rows]
    .map((cells) =>
      cells
        .map((cell, column) => cell?.padEnd(column === 0 ? 30 : 12))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {Result['outcome']} outcome */
function count(outcome) {
  return results.filter((result) => result.outcome === outcome).length;
}
