import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

const COMPILER_OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023'],
  types: ['node'],
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
};

/**
 * Uses the tarballs together as a stranger's project does: npm installs them, TypeScript reads every declaration,
 * and Node imports every package.
 * @param {string} folder an empty one, outside the workspace
 * @param {readonly { name: string, tarball: string }[]} packages
 * @param {string} nodeTypes the version of `@types/node`
 * @returns {Promise<string[]>} what is wrong
 */
export async function consumerFaults(folder, packages, nodeTypes) {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['index.ts'] }),
  );
  await writeFile(join(folder, 'index.ts'), programOf(packages.map(({ name }) => name)));

  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
  const wanted = [...packages.map(({ tarball }) => tarball), `@types/node@${nodeTypes}`];
  const installed = await run('npm', ['install', ...quiet, ...wanted], { cwd: folder });
  if (installed.code !== 0) return [`npm cannot install the tarballs together:\n${installed.output}`];

  const compiled = await run(process.execPath, [TSC, '-p', '.'], { cwd: folder });
  const ran = await run(process.execPath, ['index.js'], { cwd: folder });
  return [
    ...ownErrors(compiled.output),
    ...(ran.code === 0 ? [] : [`the packages cannot be imported:\n${ran.output}`]),
  ];
}

/** @param {readonly string[]} names */
function programOf(names) {
  const imports = names.map((name, index) => `import * as package${index} from '${name}';`);
  const checks = names.map(
    (name, index) => `if (Object.keys(package${index}).length === 0) throw new Error('${name} exports nothing');`,
  );
  return [...imports, ...checks].join('\n');
}

/**
 * The compiler's errors, without those in declarations of others, which we cannot mend.
 * @param {string} output
 */
function ownErrors(output) {
  const errors = output.split('\n').filter((line) => line.includes('error TS'));
  return errors.filter((line) => !/^node_modules\/(?!@cuecard\/)/.test(line));
}
