import { ROOT, run } from '../lib.js';

/** Lints, and checks the format. */

export const title = 'Lint and format';
export const seconds = 4;

export async function faults() {
  const outputs = await Promise.all(
    [['oxlint'], ['oxfmt', '--check']].map(async (command) => {
      const { code, output } = await run('pnpm', ['exec', ...command], { cwd: ROOT });
      return code === 0 ? [] : [output];
    }),
  );
  return outputs.flat();
}
