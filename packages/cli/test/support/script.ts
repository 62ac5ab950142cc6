import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** TypeScript 7, because it takes half the time. The packages step of CI uses the TypeScript that new projects install. */
const COMPILER = fileURLToPath(new URL('../../../../node_modules/typescript-7/bin', import.meta.url));

/** Runs the `test` of a package.json as npm does. */
export async function runTests(project: string): Promise<{ readonly code: number; readonly output: string }> {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  // These variables of this process would pass options for Jest to Node, and report to the runner of this test.
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...rest } = process.env;
  const env = { ...rest, PATH: [COMPILER, process.env['PATH']].join(delimiter) };
  return new Promise((resolve) => {
    execFile('sh', ['-c', scripts.test], { cwd: project, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

/** Returns the numbers of passed and failed tests from the output of Node's runner. */
export function countsIn(output: string): { readonly pass: number; readonly fail: number } {
  const count = (name: string) => Number(new RegExp(`^\\S ${name} (\\d+)$`, 'm').exec(output)?.[1]);
  return { pass: count('pass'), fail: count('fail') };
}
