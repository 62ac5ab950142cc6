import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { addSection, readChangesets } from './changelog.js';

// Turns the changesets into versions and changelogs, and has everything here that names a version follow them.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHANGESETS = join(ROOT, 'checks/node_modules/@changesets/cli/dist/index.mjs');

const changesets = await readChangesets();
execFileSync(process.execPath, [CHANGESETS, 'version'], { cwd: ROOT, stdio: 'inherit' });
const { version } = JSON.parse(await readFile(join(ROOT, 'packages/core/package.json'), 'utf8'));
await addSection(version, changesets);
for (const group of ['shared', 'toolchains', 'deployments', 'nest'])
  await followIn(join(ROOT, 'checks/projects', group));
for (const args of [
  ['install', '--lockfile-only'],
  ['run', 'checks', 'packages', '--update'],
  ['run', 'format'],
])
  execFileSync('npx', ['-y', 'pnpm@10', ...args], { cwd: ROOT, stdio: 'inherit' });

/**
 * Has the projects of a group ask for the new version.
 * @param {string} group
 */
async function followIn(group) {
  for (const entry of await readdir(group, { withFileTypes: true })) {
    const file = join(group, entry.name, 'package.json');
    const text = entry.isDirectory() ? await readFile(file, 'utf8').catch(() => '') : '';
    const next = text.replaceAll(/("@cuecard\/[\w-]+": ")\^[\d.]+(?=")/g, `$1^${version}`);
    if (next !== text) await writeFile(file, next);
  }
}
