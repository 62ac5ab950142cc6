import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare } from './comparison.js';
import { instrument } from './instrument.js';

// Runs all tests, the slow ones included, over an instrumented copy of the packages, and compares the branches that they
// run with those of the run before that had `--update`.

/** @typedef {import('./comparison.js').Promises} Promises */
/** @typedef {import('./instrument.js').Hits} Hits */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEPT = join(ROOT, 'node_modules/.cache/promises.json');
const COLLECT = new URL('collect.js', import.meta.url).href;
const JEST = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];

const copy = await mkdtemp(join(tmpdir(), 'cuecard-promises-'));
try {
  await copyRepository();
  run('npx', ['-y', 'pnpm@10', 'install', '--frozen-lockfile', '--prefer-offline']);
  const files = new Map();
  for (const file of await sources()) files.set(file, await instrument(join(copy, file)));
  run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-b', '--noCheck']);
  run(process.execPath, ['build/bundle.js']);
  const hits = await runTests();
  await report(promisesOf(files, hits));
} finally {
  await rm(copy, { recursive: true, force: true });
}

/** The copy is a clone with the files as they are now, because some tests read the history. */
async function copyRepository() {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', ROOT, copy]);
  const listing = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of listing.split('\n').filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(ROOT, file), join(copy, file), { verbatimSymlinks: true }).catch(ignoreMissing);
  }
}

async function sources() {
  const packages = await readdir(join(copy, 'packages'));
  const folders = packages.map((name) =>
    readdir(join(copy, 'packages', name, 'src'), { recursive: true }).catch(() => []),
  );
  const files = (await Promise.all(folders)).flatMap((names, index) =>
    names.filter((name) => /(?<!\.d)\.tsx?$/.test(name)).map((name) => `packages/${packages[index]}/src/${name}`),
  );
  return files.toSorted();
}

/** @returns {Promise<Map<string, Hits[]>>} by file, of each process that loaded it */
async function runTests() {
  const folder = join(copy, 'node_modules/.cache/promises');
  await mkdir(folder, { recursive: true });
  const env = { ...process.env, CUECARD_PROMISES: folder, CUECARD_SEED: '1', NODE_OPTIONS: `--import ${COLLECT}` };
  try {
    run(process.execPath, [...JEST, '--config', 'jest.config.ts', '--testTimeout', '120000'], env);
  } catch {
    console.log('Some tests failed. Instrumented code is slower and larger; compare the list above with a normal run.');
  }
  /** @type {Map<string, Hits[]>} */
  const hits = new Map();
  for (const name of await readdir(folder)) {
    /** @type {Record<string, Hits>} */
    const found = JSON.parse(await readFile(join(folder, name), 'utf8'));
    for (const [path, each] of Object.entries(found)) {
      const file = path.slice(copy.length + 1);
      hits.set(file, [...(hits.get(file) ?? []), each]);
    }
  }
  return hits;
}

/**
 * @param {Map<string, import('./instrument.js').InstrumentedFile>} files
 * @param {Map<string, Hits[]>} hits
 * @returns {Promises}
 */
function promisesOf(files, hits) {
  const entries = [...files].map(([file, { source, branches }]) => {
    const found = hits.get(file) ?? [];
    const uncovered = branches.filter(({ isCovered }) => !found.some(isCovered)).map(({ place }) => place);
    return [file, { source, branches: branches.length, uncovered }];
  });
  return Object.fromEntries(entries);
}

/** @param {Promises} now */
async function report(now) {
  /** @type {Promises} */
  const before = JSON.parse(await readFile(KEPT, 'utf8').catch(() => '{}'));
  const { lost, gained, changed, removed } = compare(before, now);
  print('Covered before, and no longer', lost);
  print('Covered now', gained);
  print('Changed source, not compared', changed);
  print('Removed source', removed);
  const files = Object.values(now);
  const branches = files.reduce((sum, file) => sum + file.branches, 0);
  const uncovered = files.reduce((sum, file) => sum + file.uncovered.length, 0);
  console.log(
    `${branches - uncovered} of ${branches} branches in ${files.length} files are covered; ${lost.length} were lost`,
  );
  if (process.argv.includes('--update')) await writeFile(KEPT, textOf(now));
  else process.exitCode = lost.length === 0 ? 0 : 1;
}

/** One line for each file, so that a change shows which. @param {Promises} promises */
function textOf(promises) {
  const lines = Object.entries(promises).map(([file, each]) => ` ${JSON.stringify(file)}: ${JSON.stringify(each)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function print(title, lines) {
  if (lines.length > 0) console.log(`${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(command, args, env = process.env) {
  execFileSync(command, args, { cwd: copy, stdio: 'inherit', env });
}

/** A file that git lists may be deleted. @param {NodeJS.ErrnoException} error */
function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
