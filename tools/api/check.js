import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest } from '../packed-package.js';
import { report } from '../report.js';
import { run } from '../run.js';
import { apiReport } from './report.js';

// Compares the API of every public package with the `api.md` that is committed beside it. With `--update`, it writes
// these files.

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));
const isUpdate = process.argv.includes('--update');

const work = await mkdtemp(join(tmpdir(), 'cuecard-api-'));
process.once('exit', () => rmSync(work, { recursive: true }));

const results = [];
for (const name of await readdir(PACKAGES)) {
  const folder = join(PACKAGES, name);
  if (!(await readManifest(folder)).private) results.push(report(`packages/${name}`, await faultsOf(folder, name)));
}
process.exitCode = results.every(Boolean) ? 0 : 1;

/**
 * @param {string} folder
 * @param {string} name
 */
async function faultsOf(folder, name) {
  const committed = join(folder, 'api.md');
  const current = join(work, `${name}.md`);
  await writeFile(current, await apiReport(folder, join(work, name)));
  if (isUpdate) await writeFile(committed, await readFile(current));
  const { code, output } = await run('git', ['diff', '--no-index', '--no-color', '-U1', '--', committed, current]);
  const remedy = 'Run `npx -y pnpm@10 api --update`, read the change of api.md, and add a changeset.';
  return code === 0 ? [] : [`The API has changed. ${remedy}\n${output.split('\n').slice(4, 44).join('\n')}`];
}
