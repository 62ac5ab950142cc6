import { spawnSync } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Stryker runs this in its copy of the repository, where every mutant is in the sources already: it builds core, and
// compiles the tests for Node alone. Jest would load itself, and all the files of tests, for every mutant.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What tests files outside core. */
const APART = new Set(['known-hosts.test.ts']);
const TESTS = join(ROOT, 'packages/core/test');
const ORIGINAL = join(ROOT, '../../../..');
for (const folder of ['node_modules', 'packages/core/node_modules', 'tools/mutation/node_modules'])
  await symlink(join(ORIGINAL, folder), join(ROOT, folder));

const require = createRequire(join(ROOT, 'package.json'));
const ts = require('typescript');
const METADATA = pathToFileURL(require.resolve('reflect-metadata')).href;
const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);

for (const args of [['node_modules/typescript/bin/tsc', '-b', 'packages/core'], ['bundling/bundle.js']]) {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed`);
}

for (const file of await readdir(TESTS, { recursive: true })) {
  if (file.endsWith('.ts') && !APART.has(file)) await compile(join(TESTS, file));
}

/** @param {string} file */
async function compile(file) {
  const source = (await readFile(file, 'utf8'))
    .replaceAll(/(?<=(?:from|import\()\s*')(\.[^']*)\.ts(?=')/g, '$1.mjs')
    .replaceAll("'@jest/globals'", `'${new URL('jest-globals.js', import.meta.url).href}'`);
  const { outputText } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: {
      ...options,
      module: ts.ModuleKind.ESNext,
      composite: false,
      declaration: false,
      declarationMap: false,
      sourceMap: false,
    },
  });
  await writeFile(file.replace(/\.ts$/, '.mjs'), `import '${METADATA}';\n${outputText}`);
}
