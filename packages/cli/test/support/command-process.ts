import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CUECARD = fileURLToPath(new URL('../../dist/cuecard.js', import.meta.url));

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs a command in a folder, without colours and without what CI sets. */
export function cuecard(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GITHUB_'));
  const options = { cwd: folder, env: { ...Object.fromEntries(own), NO_COLOR: '1', ...env }, maxBuffer: 1e8 };
  return new Promise((resolve) => {
    execFile(process.execPath, [CUECARD, ...args], options, (error, stdout, stderr) => {
      resolve({ stdout, stderr, code: error === null ? 0 : Number(error.code) });
    });
  });
}

/** What a command answers with `--json`. */
export async function dataOf<Data>(folder: string, args: readonly string[]): Promise<Data> {
  const { stdout, stderr } = await cuecard(folder, [...args, '--json']);
  const { ok, data } = JSON.parse(stdout || '{}') as { readonly ok?: boolean; readonly data: Data };
  if (ok !== true) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  return data;
}
