import { ROOT, run } from '../lib.js';

export const title = 'Types of the checks and of the build';
export const seconds = 2;

export async function faults() {
  const { code, output } = await run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'checks'], {
    cwd: ROOT,
  });
  return code === 0 ? [] : [output];
}
