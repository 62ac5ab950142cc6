import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** TypeScript 7, as it takes half the time. The packages step of CI compiles new projects with the TypeScript that they get. */
const COMPILER = fileURLToPath(new URL('../../../../node_modules/typescript-7/bin', import.meta.url));

/** Runs the `test` of a package.json as npm does. */
export async function runTests(project: string): Promise<{ readonly code: number; readonly output: string }> {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  // Of this process, Node would take what is for Jest, and report to the runner that it is part of.
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...rest } = process.env;
  const env = { ...rest, PATH: [COMPILER, process.env['PATH']].join(delimiter) };
  return new Promise((resolve) => {
    execFile('sh', ['-c', scripts.test], { cwd: project, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

/** How many tests have run, and how many of them have failed, as Node's runner counts. */
export function countsIn(output: string): { readonly pass: number; readonly fail: number } {
  const count = (name: string) => Number(new RegExp(`^\\S ${name} (\\d+)$`, 'm').exec(output)?.[1]);
  return { pass: count('pass'), fail: count('fail') };
}
