import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../run.js';
import { sideBySide } from '../side-by-side.js';

// Prints how much of core its own tests run. They run in Node alone, as for mutants, because Node attributes no coverage
// to modules that Jest loads.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPY = join(ROOT, 'tools/mutation/.sandbox/coverage');
const COPIED = [
  'package.json',
  'tsconfig.base.json',
  'bundling',
  'packages/core',
  ...['prepare.js', 'jest-globals.js', 'package.json'].map((file) => `tools/mutation/${file}`),
];
const C8 = fileURLToPath(import.meta.resolve('c8')).replace('index.js', 'bin/c8.js');
const RAW = join(COPY, 'raw');

await rm(COPY, { recursive: true, force: true });
await mkdir(COPY, { recursive: true });
for (const path of COPIED) await cp(join(ROOT, path), join(COPY, path), { recursive: true, filter: isSource });

// Modules instead of their bundle: its map is too coarse to say which branch of a line has run.
const manifest = join(COPY, 'packages/core/package.json');
await writeFile(manifest, (await readFile(manifest, 'utf8')).replaceAll('./dist/cuecard-core.js', './build/index.js'));

const prepared = await run(process.execPath, ['tools/mutation/prepare.js'], { cwd: COPY });
if (prepared.code !== 0) throw new Error(prepared.output);

// A second copy of core is a copy of its bundle.
const files = (await readdir(join(COPY, 'packages/core/test'))).filter(
  (file) => file.endsWith('.test.mjs') && file !== 'two-copies.test.mjs',
);
const failed = (await sideBySide(files, runFile)).filter((title) => title !== undefined);
const reporters = ['text', 'json-summary'].map((name) => `--reporter=${name}`);
const scope = ['--src', 'packages/core', '--include', 'packages/core/src/**', '--exclude-after-remap'];
const { output } = await run(
  process.execPath,
  [
    C8,
    'report',
    '--temp-directory',
    RAW,
    '--reports-dir',
    join(ROOT, 'tools/mutation/reports'),
    ...reporters,
    ...scope,
  ],
  { cwd: COPY },
);
console.log(output);
for (const file of failed) console.log(`FAILED  ${file}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** @param {string} file */
async function runFile(file) {
  const env = { ...process.env, NODE_V8_COVERAGE: RAW };
  const { code, output: said } = await run(process.execPath, ['--expose-gc', join('packages/core/test', file)], {
    cwd: COPY,
    env,
  });
  return code === 0 && /^1\.\.\d+$/m.test(said) && !/^not ok/m.test(said) ? undefined : file;
}

/** @param {string} path */
function isSource(path) {
  return !/\/(node_modules|build|dist|\.sandbox|reports)(\/|$)/.test(path.slice(ROOT.length));
}
