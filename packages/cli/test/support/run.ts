import { cuecard, type Ran } from './cuecard.ts';

/** Runs a command in a folder, without colours and without what CI sets. */
export function run(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return cuecard(args, { folder, env });
}

/** Returns the data of a command with `--json`. */
export async function dataOf<Data>(folder: string, args: readonly string[]): Promise<Data> {
  const { stdout, stderr } = await run(folder, [...args, '--json']);
  const { ok, data } = JSON.parse(stdout || '{}') as { readonly ok?: boolean; readonly data: Data };
  if (ok !== true) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  return data;
}
