import { ROOT, run } from '../lib.js';

const KNIP = 'checks/node_modules/knip/bin/knip.js';

export const title = 'Nothing unused';
export const seconds = 8;

export async function faults() {
  const { code, output } = await run(process.execPath, [KNIP], { cwd: ROOT });
  return code === 0 ? [] : [output];
}
