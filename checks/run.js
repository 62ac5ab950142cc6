import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NEEDS, packAll, Rig, ROOT, temporaryFolder } from './lib.js';

// Runs the checks, two at a time: `node checks/run.js [NAME[:PART]…] [--all] [--update]`. Without names it runs every
// check. A part selects what has it in its title. `--all` tries every member of a matrix, instead of the oldest and the
// newest. `--update` writes what is committed anew, such as the reports of the API.

/** @typedef {import('./lib.js').Check & { name: string, part: string }} Selected */

const LANES = 2;
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SELF = fileURLToPath(import.meta.url);

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM']);
/** @type {Set<import('node:child_process').ChildProcess>} the checks that run now */
const running = new Set();

const { values, positionals } = readOptions();
if (values.lane === undefined) process.exitCode = await runAll();
else await runOne(values.lane);

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
        lane: { type: 'string' }, // How this program runs a single check in a process of its own.
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Returns the exit code. */
async function runAll() {
  const known = await names();
  const unknown = positionals.map((each) => each.split(':')[0]).find((each) => !known.includes(each ?? ''));
  if (unknown !== undefined) fail(`There is no check ${unknown}. The checks are ${known.join(', ')}.`);
  build();
  const checks = await selected(positionals.length > 0 ? positionals : known);
  const whole = checks.find(({ part, hasParts }) => part !== '' && hasParts !== true);
  if (whole !== undefined) fail(`The check ${whole.name} has no parts.`);
  const { folder, remove } = await temporaryFolder();
  try {
    if (checks.some(({ needs = [] }) => needs.includes('packed')))
      await writeFile(join(folder, 'packages.json'), JSON.stringify(await packAll(join(folder, 'packed'))));
    const left = checks.toSorted((one, other) => other.seconds - one.seconds);
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      for (const check of running) check.kill('SIGTERM');
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const lanes = Array.from({ length: LANES }, async () => {
      while (!isStopped && left.length > 0)
        if (!(await passes(/** @type {Selected} */ (left.shift()), folder))) isStopped = true;
    });
    await Promise.all(lanes);
    if (left.length > 0) console.log(`\nNot run: ${left.map(({ name }) => name).join(', ')}.`);
    return isStopped ? 1 : 0;
  } finally {
    await remove();
  }
}

function build() {
  const node = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  try {
    for (const folder of ['checks', 'site'])
      execFileSync('pnpm', ['--dir', folder, 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: ROOT });
    node('node_modules/typescript-7/bin/tsc', '-b');
    node('build/bundle.js');
    node('node_modules/typescript-7/bin/tsc', '-b', 'checks/clients', 'checks/conformance');
  } catch (error) {
    fail(`\nThe build failed: ${error instanceof Error ? error.message : error}`);
  }
}

async function names() {
  const entries = await readdir(FOLDER);
  return entries.filter((name) => existsSync(join(FOLDER, name, 'check.js')));
}

/**
 * @param {readonly string[]} wanted names, each with an optional part
 * @returns {Promise<Selected[]>}
 */
async function selected(wanted) {
  const found = [];
  for (const each of wanted) {
    const [name = '', part = ''] = each.split(/:(.*)/s);
    found.push({ ...(await checkOf(name)), name, part });
  }
  return found;
}

/**
 * @param {string} name
 * @returns {Promise<import('./lib.js').Check>}
 */
async function checkOf(name) {
  return import(`./${name}/check.js`);
}

/**
 * Runs a check in a process of its own, prints what it printed, and returns whether it passed.
 * @param {Selected} check
 * @param {string} folder
 */
async function passes({ name, part, title, seconds: usual, needs = [] }, folder) {
  const missing = needs.find((need) => NEEDS[need].length > 0 && !NEEDS[need].some(isInstalled));
  if (missing !== undefined && process.env['CI'] === undefined) {
    console.log(`\n=== ${title}: skipped, because ${missing} is not installed`);
    return true;
  }
  const started = performance.now();
  const options = [...(values.all ? ['--all'] : []), ...(values.update ? ['--update'] : [])];
  const child = spawn(process.execPath, [SELF, '--lane', folder, ...options, `${name}:${part}`]);
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await new Promise((resolve) => child.once('close', (...ended) => resolve(ended)));
  running.delete(child);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(
    `\n=== ${title}: ${code === 0 ? 'ok' : 'FAILED'} after ${seconds} s, usually ${usual} s\n${output.trimEnd()}`,
  );
  return code === 0;
}

/** @param {string} program */
function isInstalled(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/**
 * Runs the check that is named, in this process, and ends it.
 * @param {string} folder
 */
async function runOne(folder) {
  const [{ name, part, faults, needs = [] } = /** @type {never} */ (undefined)] = await selected(positionals);
  const listing = needs.includes('packed') ? await readFile(join(folder, 'packages.json'), 'utf8') : '[]';
  const rig = new Rig({
    isWhole: values.all,
    isUpdate: values.update,
    part,
    folder: await mkdtemp(join(folder, `${name}-`)), // Another part may run at the same time.
    packages: JSON.parse(listing),
  });
  for (const signal of SIGNALS) process.once(signal, () => process.exit(1)); // Ends servers, too.
  const found = [...(await rig.faultsOf(() => faults(rig)))];
  if (part !== '' && !rig.hasPart) found.push(`nothing of ${name} has "${part}" in its title`);
  for (const fault of found) console.log(`- ${fault}`);
  process.exit(found.length === 0 ? 0 : 1); // What a check has left running ends with it.
}
