import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packageFolders } from '../../build/package-folders.js';
import { readManifest, run } from '../lib.js';
import { apiReport } from './report.js';

// Compares the API of every published package with the `api.md` that is committed beside it.

export const title = 'API reports';
export const seconds = 10;

/** @param {import('../lib.js').Rig} rig */
export async function faults(rig) {
  const found = [];
  for (const folder of await packageFolders()) {
    const { name, private: isPrivate } = await readManifest(folder);
    if (isPrivate !== true && name.includes(rig.part))
      found.push(
        ...(await rig.try(name, async () => faultsOf(folder, await rig.scratch(basename(folder)), rig.isUpdate))),
      );
  }
  return found;
}

/**
 * @param {string} folder
 * @param {string} scratch
 * @param {boolean} isUpdate
 */
async function faultsOf(folder, scratch, isUpdate) {
  const committed = join(folder, 'api.md');
  const current = join(scratch, 'api.md');
  await writeFile(current, await apiReport(folder, scratch));
  if (isUpdate) await writeFile(committed, await readFile(current));
  const { code, output } = await run('git', ['diff', '--no-index', '--no-color', '-U1', '--', committed, current]);
  const remedy = 'Run `npx -y pnpm@10 checks api --update`, read the change of api.md, and add a changeset.';
  return code === 0 ? [] : [`The API has changed. ${remedy}\n${output.split('\n').slice(4, 44).join('\n')}`];
}
