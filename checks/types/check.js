import { ROOT, run } from '../lib.js';

const PROJECTS = ['checks', 'checks/playground'];

export const title = 'Types of the checks and of the build';
export const seconds = 4;

export async function faults() {
  const runs = PROJECTS.map((project) =>
    run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', project], { cwd: ROOT }),
  );
  return (await Promise.all(runs)).filter(({ code }) => code !== 0).map(({ output }) => output);
}
